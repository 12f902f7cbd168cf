import { Camera } from "lucide-react";
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Item, Trade } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { baseLang, type Lang } from "../../../lib/lang";
import { toast } from "../../../lib/toast";
import { Button } from "../../../ui/button";
import { DialogFoot } from "../../../ui/dialog";
import { Field } from "../../../ui/field";
import type { IconType } from "../../../ui/icon-well";
import { TextInput } from "../../../ui/text-input";
import {
  type ItemField,
  type Manager,
  type ManagerKey,
  managers,
  type Quick,
  ruleOf,
  rulesOf,
  traitsOf,
} from "../collections";
import type { Base } from "../draft/draft";
import { SaveFailure } from "../draft/save-failure";
import { RestoredNotice } from "../form/restored-notice";
import { TextLanguages } from "../form/text-languages";
import { useOffered, usePrimary } from "../form/use-primary";
import { recall, remember } from "../form/use-remembered";
import { iconOf } from "../icons";
import { PriceInput } from "../kinds/price-input";
import { UploadStatus } from "../pictures/upload-status";
import { usePicture } from "../pictures/use-picture";
import { Lesser } from "../ui/lesser";
import { issueText } from "../values/issue-text";
import { textOf } from "../values/item-text";
import { wordsOf } from "./groups";
import { isWritten, newBase, shownTexts } from "./item-draft";
import { ItemFieldInput } from "./item-field-input";
import { useItem } from "./use-item";
import { iconFor } from "./use-trade";
import { UsedChips, usedIn } from "./used-chips";

type Props = {
  name: ManagerKey;
  quick: Quick;
  trade: Trade;
  /** The items whose units and groups are offered. */
  items: readonly Item[];
  /** The item added just before; the next one is in its group. */
  last: Item | undefined;
  onSaved: (saved: Item, next: boolean) => void;
};

/** What this device remembers of a field. */
const memory = (name: ManagerKey, field: string) => `quick/${name}/${field}`;

export function QuickForm({ name, quick, trade, items, last, onSaved }: Props) {
  const t = useT();
  const manager: Manager = managers[name];
  const { collection, grouped, rest = [] } = manager;
  const { title } = traitsOf(collection);
  const primary = usePrimary();
  const offered = useOffered();
  const chips = grouped ? [quick.unit, grouped] : [quick.unit];
  const used = new Map(chips.map((field) => [field, usedIn(items, field, primary)]));
  const form = useRef<HTMLFormElement>(null);
  /** The button that was pressed while the picture was being uploaded. */
  const [waiting, setWaiting] = useState<"add" | "next" | null>(null);
  const next = useRef(false);

  const [start] = useState((): Base => {
    const base = newBase(manager, "");
    for (const code of offered) base.texts[code][quick.sentence] = trade.sentences[code] ?? "";
    base.texts[baseLang][quick.icon] = iconFor(trade, "", t);
    for (const field of chips) {
      const before = recall(memory(name, field));
      const from = last ?? used.get(field)?.find((item) => textOf(item, field, primary) === before);
      for (const [code, text] of from ? wordsOf(from, field) : []) base.texts[code][field] = text;
    }
    return base;
  });

  const edit = useItem({
    manager,
    item: undefined,
    kind: "",
    start,
    onSaved: (saved) => {
      for (const field of chips) remember(memory(name, field), textOf(saved, field, primary));
      toast({ title: t(`manager.${name}.created`) });
      onSaved(saved, next.current);
    },
    onRefused: (found) => {
      const what = found.some(({ code }) => code === "required") ? "missing" : "refused";
      toast({ title: t(`manager.${what}`), description: t(`manager.${what}.description`), tone: "destructive" });
      const field = found[0]?.field;
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>(`[name="${field}"], [data-name="${field}"]`)?.focus(),
      );
    },
    onFailed: () => {
      toast({ title: t("manager.failed"), description: t("manager.failed.description"), tone: "destructive" });
    },
  });
  const { draft: texts, issues, lang, save } = edit;
  const shown = shownTexts(manager, texts, lang, primary);

  // Opens the keyboard at the name, also for the next item.
  useEffect(() => form.current?.querySelector<HTMLElement>(`[name="${title}"]`)?.focus(), [title]);

  const imageRule = ruleOf(collection, quick.picture);
  if (!imageRule.picture) throw new Error(`${collection}.${quick.picture} is not a picture`);
  const picture = usePicture({
    picture: imageRule.picture,
    failure: t("picture.failure"),
    onChange: (url) => edit.type(baseLang, quick.picture, url),
  });
  const { status } = picture.state;
  const isWaiting = waiting !== null && picture.sending;

  const submitNow = useEffectEvent((deed: "add" | "next") => {
    next.current = deed === "next";
    edit.submit();
  });
  useEffect(() => {
    if (waiting && status === "done") submitNow(waiting);
  }, [waiting, status]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const deed = submitter?.dataset.deed === "next" ? "next" : "add";
    setWaiting(picture.sending ? deed : null);
    if (picture.sending) return;
    next.current = deed === "next";
    edit.submit();
  };

  const codeOf = (field: ItemField): Lang => (ruleOf(collection, field).localized ? lang : baseLang);
  const issueOf = (field: ItemField) => issues.find((issue) => issue.field === field && issue.lang === codeOf(field));
  const errorOf = (label: string, field: ItemField) => {
    const issue = issueOf(field);
    return issue && issueText(t, label, field, issue);
  };
  const named = (text: string) => {
    // An icon that the owner chose stays.
    if (texts[baseLang][quick.icon] === iconFor(trade, texts[lang][title] ?? "", t))
      edit.type(baseLang, quick.icon, iconFor(trade, text, t));
    edit.type(lang, title, text);
  };

  const changed = (field: ItemField, text: string) => {
    edit.type(codeOf(field), field, text);
    if (field !== quick.sentence) return;
    // In the other languages the trade's sentence no longer says the same.
    for (const code of offered)
      if (code !== lang && texts[code][field] === trade.sentences[code]) edit.type(code, field, "");
  };

  const priceRule = ruleOf(collection, quick.price);
  const priceLabel = t.first([`item.${collection}.${quick.price}`]);
  const folded = rulesOf(collection).filter(([field]) => ![title, quick.picture, ...chips, ...rest].includes(field));
  const src = picture.thumb || texts[baseLang][quick.picture];
  const busy = edit.busy || isWaiting;

  return (
    <form ref={form} noValidate onSubmit={submit} aria-label={t(`manager.${name}.add`)}>
      <div inert={busy} className="grid grid-cols-1 gap-5">
        {edit.restored && <RestoredNotice onDiscard={edit.discard} />}
        <SaveFailure error={save.error} theirs={[]} labelOf={({ key }) => key} onTake={edit.discard} />
        <div className="grid grid-cols-[6.75rem_1fr] gap-3">
          <label className="press relative grid aspect-square cursor-pointer place-content-center self-start overflow-hidden rounded-card border border-edge bg-well text-gold-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold-ink">
            {src ? (
              <img src={src} alt={t("picture.shown")} className="absolute inset-0 size-full object-cover" />
            ) : (
              <LargeIcon icon={iconOf(texts[baseLang][quick.icon] ?? "")} />
            )}
            <span className="absolute right-1.5 bottom-1.5 grid size-9 place-content-center rounded-full border border-line bg-white text-ink">
              <Camera size={18} />
            </span>
            <span className="sr-only">{t("quick.photo")}</span>
            <input
              type="file"
              accept="image/*"
              data-name={quick.picture}
              onChange={(event) => {
                setWaiting(null);
                picture.choose(event.target.files);
                event.target.value = ""; // allows choosing the same file again
              }}
              className="sr-only"
            />
          </label>
          <div className="grid content-start gap-3">
            <Field label={t("quick.name")} bare error={errorOf(t("quick.name"), title)}>
              {(control) => (
                <TextInput
                  {...control}
                  name={title}
                  required
                  autoComplete="off"
                  lang={lang}
                  placeholder={t("quick.name")}
                  value={texts[lang][title] ?? ""}
                  onChange={(event) => named(event.target.value)}
                />
              )}
            </Field>
            <Field label={priceLabel} bare error={errorOf(priceLabel, quick.price)}>
              {(control) => (
                <PriceInput
                  {...control}
                  short
                  name={quick.price}
                  rule={priceRule}
                  value={texts[baseLang][quick.price] ?? ""}
                  onChange={(text) => edit.type(baseLang, quick.price, text)}
                  required={false}
                  lang={undefined}
                  placeholder={priceLabel}
                />
              )}
            </Field>
          </div>
        </div>
        {status !== "done" && <UploadStatus state={picture.state} onRetry={picture.retry} onCancel={picture.cancel} />}
        {chips.map((field) => {
          const label = t.first([`item.${collection}.${field}`]);
          return (
            <UsedChips
              key={field}
              label={label}
              field={field}
              used={used.get(field) ?? []}
              texts={texts}
              lang={lang}
              error={errorOf(label, field)}
              onType={(code, text) => edit.type(code, field, text)}
            />
          );
        })}
        <Lesser title={t("quick.more")} open={folded.some(([field]) => issueOf(field)) || edit.onlyThere}>
          <TextLanguages
            lang={lang}
            written={(code) => isWritten(manager, texts, code, primary)}
            onChange={edit.setLang}
            meantFor={edit.meantFor}
            onMove={edit.move}
            broken={edit.broken}
            onlyThere={edit.onlyThere}
          />
          {folded.map(([field, rule]) => (
            <ItemFieldInput
              key={`${codeOf(field)}.${field}`}
              manager={manager}
              field={field}
              rule={rule}
              lang={codeOf(field)}
              value={texts[codeOf(field)][field] ?? ""}
              fallback={shown[field] ?? ""}
              issue={issueOf(field)}
              onChange={(text) => changed(field, text)}
            />
          ))}
        </Lesser>
      </div>
      {picture.dialog}
      <DialogFoot>
        <div className="grid grid-cols-[auto_1fr] gap-3">
          <Button type="submit" data-deed="add" disabled={busy}>
            {t("quick.add")}
          </Button>
          <Button type="submit" tone="gold" data-deed="next" disabled={busy}>
            {busy ? t("admin.saving") : t("quick.next")}
          </Button>
        </div>
      </DialogFoot>
    </form>
  );
}

function LargeIcon({ icon: Icon }: { icon: IconType }) {
  return <Icon size={36} strokeWidth={1.5} />;
}
