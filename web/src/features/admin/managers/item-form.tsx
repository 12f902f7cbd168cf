import { History } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import type { Item } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { timeText } from "../../../i18n/time-text";
import { baseLang } from "../../../lib/lang";
import { toast } from "../../../lib/toast";
import { editItemPath, editPath, historyPath, homePath, inLang } from "../../../paths";
import { Button } from "../../../ui/button";
import {
  type ItemField,
  type ItemRule,
  isWritingOf,
  type Manager,
  type ManagerKey,
  managers,
  mustBeTranslated,
  rulesOf,
  traitsOf,
} from "../collections";
import { LeaveGuard } from "../form/leave-guard";
import { SaveBar } from "../form/save-bar";
import { TextLanguages } from "../form/text-languages";
import { Frame } from "../frame/frame";
import { Lesser } from "../ui/lesser";
import { Note } from "../ui/note";
import { toastAction } from "../ui/toast-action";
import { nowInIndia } from "../values/wall-clock";
import { DraftLink } from "./draft-link";
import {
  isBegun,
  isPublished,
  isWritten,
  published,
  publishedText,
  shownLang,
  shownTexts,
  withPublished,
} from "./item-draft";
import { ItemFieldInput } from "./item-field-input";
import { ItemNotices } from "./item-notices";
import { ItemPreview, type ItemPreviewOf } from "./item-preview";
import { useLeave } from "./left-item";
import { PublishChoice } from "./publish-choice";
import { publicFrom, publicFromText, publishState } from "./publishing";
import { useAutosave, useSavedAt } from "./use-autosave";
import { useItem } from "./use-item";
import { WritingState } from "./writing-state";

type Props = {
  name: ManagerKey;
  item: Item | undefined;
  kind: string;
  preview: ItemPreviewOf;
};

export function ItemForm({ name, item: stored, kind, preview }: Props) {
  const t = useT();
  const manager: Manager = managers[name];
  const { collection } = manager;
  const { drafts } = traitsOf(collection);
  const isWriting = isWritingOf(collection);
  // A new item that was autosaved goes on in the same form.
  const [begun, setBegun] = useState<Item>();
  const item = stored ?? begun;
  const [savedAt, tellSaved] = useSavedAt();
  const deed = `manager.${name}.${stored ? "edit" : "add"}` as const;
  const title = t.first([`${deed}.${kind}`, deed]);
  const leave = useLeave(editPath(name));
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => form.current?.focus({ preventScroll: true }), []);

  const focus = (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus();

  // If publishing fails, the item stays a draft.
  const staysAsStored = () => isWriting && edit.type(baseLang, published, publishedText(item?.published === true));

  const edit = useItem({
    manager,
    item,
    kind,
    onSaved: (saved, auto) => {
      if (auto) {
        tellSaved();
        if (stored) return;
        flushSync(() => setBegun(saved));
        return history.replaceState(history.state, "", editItemPath(name, saved.id));
      }
      const { shownAt } = manager;
      const action =
        shownAt &&
        toastAction(t("manager.view"), () =>
          open(inLang(edit.lang, shownAt(saved.id), edit.primary), "_blank", "noopener"),
        );
      const what = stored ? "updated" : "created";
      const state = publishState(saved.published, publicFrom(collection, saved.values), nowInIndia());
      toast({ title: t(`manager.${name}.${what}`), action: state === "published" ? action : undefined });
      if (!saved.deletedAt) leave(saved.id);
    },
    onRefused: (issues) => {
      staysAsStored();
      const what = issues.some(({ code }) => code === "required") ? "missing" : "refused";
      toast({ title: t(`manager.${what}`), description: t(`manager.${what}.description`), tone: "destructive" });
      focus(`[data-elsewhere], [name="${issues[0]?.field}"], [data-name="${issues[0]?.field}"]`);
    },
    onFailed: () => {
      staysAsStored();
      toast({ title: t("manager.failed"), description: t("manager.failed.description"), tone: "destructive" });
    },
  });
  const { draft: texts, lang, primary, issues, save } = edit;

  const isPublic = item?.published === true;
  const isDraft = isWriting && !isPublic;
  const from = publicFrom(collection, texts[baseLang]);
  useAutosave({
    due: isDraft && edit.dirty && !save.isPending && edit.theirs.length === 0 && !item?.deletedAt,
    failed: save.isError,
    draft: texts,
    save: edit.autosave,
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (isDraft) edit.submit(withPublished(texts, submitter?.dataset.deed === "publish"));
    else edit.submit();
  };

  const shown = shownTexts(manager, texts, lang, primary);
  const shownIn = shownLang(manager, texts, lang, primary);
  const rules = rulesOf(collection, kind);
  const { rest = [] } = manager;
  const folded = rules.filter(([field]) => rest.includes(field));
  const isFilled = ({ default: none }: ItemRule, text = "") => text !== "" && text !== none;
  const [unfolded] = useState(() => folded.some(([field, rule]) => isFilled(rule, texts[baseLang][field])));
  const isLater = publishState(true, from, nowInIndia()) === "scheduled";
  const publishLabel = isLater ? t("publish.scheduled", { moment: publicFromText(t, from) }) : t("publish.now");

  const input = ([field, rule]: [ItemField, ItemRule]) => {
    if (rule.fixed) return null;
    const code = rule.localized ? lang : baseLang;
    return (
      <ItemFieldInput
        key={`${code}.${field}`}
        manager={manager}
        field={field}
        rule={rule}
        lang={code}
        value={texts[code][field] ?? ""}
        fallback={shown[field] ?? ""}
        issue={issues.find((issue) => issue.field === field && issue.lang === code)}
        onChange={(text) => edit.type(code, field, text)}
      />
    );
  };

  const told = rules.filter(([, rule]) => mustBeTranslated(rule));

  return (
    <Frame
      title={title}
      back
      view={inLang(lang, (item?.published && manager.shownAt?.(item.id)) || manager.listedAt || homePath, primary)}
      aside={<ItemPreview manager={manager} id={item?.id ?? ""} texts={texts} lang={lang} of={preview} />}
    >
      <LeaveGuard unsaved={edit.dirty} />
      <form
        ref={form}
        tabIndex={-1}
        aria-label={title}
        noValidate
        onSubmit={submit}
        className="grid grid-cols-1 gap-6 outline-none"
      >
        <ItemNotices edit={edit} item={item} collection={collection} />
        <TextLanguages
          lang={lang}
          written={(code) => isWritten(manager, texts, code, primary)}
          onChange={edit.setLang}
          meantFor={edit.meantFor}
          onMove={edit.move}
          broken={edit.broken}
          onlyThere={edit.onlyThere}
        />
        {isBegun(manager, texts, lang) && shownIn !== lang && (
          <Note>
            {t("manager.partial", {
              language: t(`field.primaryLanguage.option.${shownIn}`),
              texts: told.map(([field]) => t.first([`item.${collection}.${field}`])).join(", "),
            })}
          </Note>
        )}
        <div inert={edit.busy} className="grid grid-cols-1 gap-6 [&_textarea]:min-h-25">
          {rules.filter(([field]) => !rest.includes(field)).map(input)}
          {folded.length > 0 && (
            <Lesser
              title={t.first([`manager.${name}.more`, "manager.blocks.more"])}
              open={unfolded || folded.some(([field]) => issues.some((issue) => issue.field === field))}
            >
              {folded.map(input)}
            </Lesser>
          )}
          {isWriting && (
            <WritingState
              published={isPublic}
              from={from}
              busy={edit.busy}
              onBack={() => edit.submit(withPublished(texts, false))}
            />
          )}
          {isDraft && item && <DraftLink id={item.id} lang={lang} />}
          {drafts && !isWriting && (
            <PublishChoice
              published={isPublished(texts)}
              onChange={(is) => edit.type(baseLang, published, publishedText(is))}
            />
          )}
        </div>
        {item && (
          <p>
            <Link
              to={historyPath(collection, item.id)}
              className="inline-flex min-h-11 items-center gap-2 font-semibold text-gold-ink hover:underline"
            >
              <History size={18} />
              {t("manager.history")}
            </Link>
          </p>
        )}
        <SaveBar busy={edit.busy} {...(isDraft ? { deed: "publish", label: publishLabel, long: isLater } : {})}>
          {isDraft && savedAt && (
            <p role="status" className="basis-full! text-center text-sm text-muted lg:max-w-none! lg:text-left">
              {t(edit.dirty ? "publish.unsaved" : "publish.saved", { time: timeText(t, savedAt) })}
            </p>
          )}
          <Button onClick={() => leave(item?.id)} disabled={edit.busy}>
            {t("manager.cancel")}
          </Button>
          {isDraft && (
            <Button type="submit" disabled={edit.busy}>
              {t("publish.draft")}
            </Button>
          )}
        </SaveBar>
      </form>
    </Frame>
  );
}
