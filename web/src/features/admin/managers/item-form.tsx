import { History } from "lucide-react";
import { type FormEvent, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router";
import type { Item } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { baseLang } from "../../../lib/lang";
import { toast } from "../../../lib/toast";
import { editPath, historyPath, inLang } from "../../../paths";
import { Button } from "../../../ui/button";
import { type Manager, type ManagerKey, managers, mustBeTranslated, rulesOf, traitsOf } from "../collections";
import { LeaveGuard } from "../form/leave-guard";
import { SaveBar } from "../form/save-bar";
import { TextLanguages } from "../form/text-languages";
import { Frame } from "../frame/frame";
import { Note } from "../ui/note";
import { toastAction } from "../ui/toast-action";
import { today } from "../values/days";
import { typedText } from "../values/item-text";
import { isBegun, isPublished, isWritten, published, publishedText, shownLang, shownTexts } from "./item-draft";
import { ItemFieldInput } from "./item-field-input";
import { ItemNotices } from "./item-notices";
import { ItemPreview, type ItemPreviewOf } from "./item-preview";
import { useLeave } from "./left-item";
import { PublishChoice } from "./publish-choice";
import { publishState } from "./publishing";
import { useItem } from "./use-item";

type Props = {
  name: ManagerKey;
  item: Item | undefined;
  kind: string;
  preview: ItemPreviewOf;
};

export function ItemForm({ name, item, kind, preview }: Props) {
  const t = useT();
  const manager: Manager = managers[name];
  const { collection } = manager;
  const { drafts, scheduled } = traitsOf(collection);
  const deed = `manager.${name}.${item ? "edit" : "add"}` as const;
  const title = t.first([`${deed}.${kind}`, deed]);
  const leave = useLeave(editPath(name));
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => form.current?.focus({ preventScroll: true }), []);

  const focus = (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus();

  const edit = useItem({
    manager,
    item,
    kind,
    onSaved: (saved) => {
      const { shownAt } = manager;
      const action =
        shownAt && toastAction(t("manager.view"), () => location.assign(inLang(edit.lang, shownAt(saved.id))));
      const what = item ? "updated" : "created";
      const state = publishState(saved.published, scheduled ? typedText(saved.values[scheduled]) : "", today());
      toast({ title: t(`manager.${name}.${what}`), action: state === "published" ? action : undefined });
      if (!saved.deletedAt) leave(saved.id);
    },
    onRefused: (issues, lender) => {
      if (lender) {
        flushSync(() => edit.setLang(lender));
        return focus("[data-lend]");
      }
      const what = issues.some(({ code }) => code === "required") ? "missing" : "refused";
      toast({ title: t(`manager.${what}`), description: t(`manager.${what}.description`), tone: "destructive" });
      focus(`[name="${issues[0]?.field}"], [data-name="${issues[0]?.field}"]`);
    },
    onFailed: () =>
      toast({ title: t("manager.failed"), description: t("manager.failed.description"), tone: "destructive" }),
  });
  const { draft: texts, lang, primary, issues, save } = edit;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    edit.submit();
  };

  const shown = shownTexts(manager, texts, lang, primary);
  const shownIn = shownLang(manager, texts, lang, primary);
  const told = rulesOf(collection, kind).filter(([, rule]) => mustBeTranslated(rule));

  return (
    <Frame
      title={title}
      back
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
        />
        {isBegun(manager, texts, lang) && shownIn !== lang && (
          <Note>
            {t("manager.partial", {
              language: t(`admin.language.${shownIn}`),
              texts: told.map(([field]) => t.first([`item.${collection}.${field}`])).join(", "),
            })}
          </Note>
        )}
        <div inert={save.isPending} className="grid grid-cols-1 gap-6 [&_textarea]:min-h-25">
          {rulesOf(collection, kind).map(([field, rule]) => {
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
          })}
          {drafts && (
            <PublishChoice
              words={kind ? "shown" : "state"}
              published={isPublished(texts)}
              date={(scheduled && texts[baseLang][scheduled]) || ""}
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
        <SaveBar busy={save.isPending}>
          <Button onClick={() => leave(item?.id)} disabled={save.isPending}>
            {t("manager.cancel")}
          </Button>
        </SaveBar>
      </form>
    </Frame>
  );
}
