import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { type FormEvent, Fragment, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { ApiError, errorCode } from "../../../api/errors";
import { fields } from "../../../api/fields.gen";
import { deliveredQuery, wordsQuery } from "../../../api/queries";
import type { FieldKey, Site, StoredSite } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { baseLang, type Lang } from "../../../lib/lang";
import { toast } from "../../../lib/toast";
import { inLang, ownPath, screenHistoryPath } from "../../../paths";
import { draftOf, type Input, inputsOf } from "../draft/draft";
import { SaveFailure } from "../draft/save-failure";
import { LeaveGuard } from "../form/leave-guard";
import { RestoredNotice } from "../form/restored-notice";
import { SaveBar } from "../form/save-bar";
import { TextLanguages } from "../form/text-languages";
import { useSoon } from "../form/use-soon";
import { Frame } from "../frame/frame";
import { useReturn } from "../frame/places";
import { previews, type Screen, type ScreenKey, screens, switchOf, viewPath } from "../screens";
import { Note } from "../ui/note";
import { TextButton } from "../ui/text-button";
import { isSample } from "../values/samples";
import { changeOf, differing, formTexts, places, type Texts } from "../values/texts";
import { comingWith, followers } from "./coming";
import { FieldInput } from "./field-input";
import { HoursRead } from "./hours-read";
import { LastSaved } from "./last-saved";
import { PagePreview } from "./page-preview";
import { PreviewNotes } from "./preview-notes";
import { QrFiles } from "./qr-files";
import { fallbackOf } from "./screen-form";
import { useDelivery } from "./use-delivery";
import { useEdit } from "./use-edit";
import { usePreview } from "./use-preview";

const backMs = 1500;

type Props = { screen: ScreenKey; title: string; stored: StoredSite; shown: Site };

export function EditForm({ screen, title, stored, shown }: Props) {
  const { lang: ownLang, t } = useLanguage();

  const fail = (reason: string) => {
    const title = t.first([`save.${reason}.title`, `screen.${screen}.failureTitle`, "toast.error"]);
    const description = t.first([`save.${reason}`, `screen.${screen}.failure.${reason}`, `screen.${screen}.failure`]);
    toast({ title, description, tone: "destructive" });
  };
  const plan: Screen = screens[screen];
  const edit = useEdit({
    name: `edit-${screen}`,
    plan,
    stored,
    shown,
    onSaved: (more) => {
      const own = t.first([`screen.${screen}.success`, ""]);
      const note = own ? undefined : t("toast.saved", { what: t(`screen.${screen}.title`) });
      toast({ title: t("toast.success"), description: own || t("toast.success.description"), note });
      if (!plan.stays && !more) goBack.start();
    },
    onFailed: (error) => fail((error instanceof ApiError && error.issues[0]?.code) || errorCode(error)),
  });
  const found = useLocation() as { key: string; state: { field?: string } | null };
  const page = useRef<HTMLFormElement>(null);
  // Search leads to an input: focus it.
  useEffect(() => {
    const name = found.state?.field;
    if (name) page.current?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus();
  }, [found]);
  const { form, texts, draft, dirty, issues, lang, save } = edit;
  const goBack = useSoon(useReturn(), backMs);

  const words = useQuery(wordsQuery(lang)).data;
  const delivered = useQuery({ ...deliveredQuery(lang), enabled: plan.shelf === "words" }).data;
  const fallback = words ? fallbackOf(plan, form, texts, edit, { ...words, ...delivered }) : {};
  const inputs = inputsOf(form);
  const localized = inputs.filter((input) => input.localized);
  const matters = ({ field }: Input) => {
    const [other, value] = plan.onlyWith?.[field as FieldKey] ?? [];
    return !other || draft[baseLang][other] === value;
  };
  // Only changed fields are sent: a sample sent along would become the owner's English text.
  const changed = differing(places(plan.fields), texts, formTexts(stored, plan.fields));
  const isWritten = (code: Lang, { key, field }: Input) =>
    draft[code][key]?.trim() &&
    (edit.primary === baseLang || code !== baseLang || !isSample(stored, field as FieldKey));
  const nothingChosen = plan.choosing === true && !dirty;

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (nothingChosen) return fail("unchosen");
    const [first] = edit.submit();
    const seen = `[data-elsewhere], [name="${first?.field}"]`;
    if (first) event.currentTarget.querySelector<HTMLElement>(seen)?.focus();
  };

  // The switch of an order's member is shown in the member's row, and the member's input below the row.
  const ordered = inputs.flatMap(({ rule }) => (rule.kind === "order" ? (rule.options ?? []) : []));
  const inputOf = (key: string | undefined) => inputs.find((input) => input.key === key);
  const rowOf = (option: string) => inputOf(switchOf(option as FieldKey));
  const inRows = new Set(ordered.flatMap((option) => [rowOf(option), inputOf(option)]));

  const { markOf, sampleOf, isUnseen } = useDelivery(screen, stored, changed);

  const drawn = (input: Input, bare = false) => {
    const code = input.localized ? lang : baseLang;
    const key = input.field as FieldKey;
    return (
      <FieldInput
        key={`${code}.${input.key}`}
        input={input}
        lang={code}
        primary={edit.primary}
        value={draft[code][input.key] ?? ""}
        onChange={(value) => {
          goBack.cancel();
          for (const [other, own] of followers(key, value, draft[code])) edit.type(code, other, own);
          edit.type(code, input.key, value);
        }}
        fallback={fallback[input.key] ?? ""}
        mark={markOf(key, draft[code][input.key] ?? "")}
        sample={sampleOf(key)}
        unseen={isUnseen(key)}
        issue={issues.find((issue) => issue.lang === code && issue.field === input.key)}
        bare={bare}
        beside={(option) => {
          const row = rowOf(option);
          return row && drawn(row, true);
        }}
        below={(option) => {
          const own = inputOf(option);
          return own && drawn(own, true);
        }}
      />
    );
  };

  const undo = (texts: Texts) => edit.put(draftOf(form, texts));
  const reset = (keys: readonly FieldKey[]) => {
    goBack.cancel();
    const coming = comingWith(plan.fields, draft[baseLang]);
    for (const key of keys) edit.type(baseLang, key, coming[key] ?? fields[key].default);
  };

  const preview = previews[plan.preview];
  const shownLang = localized.length > 0 ? lang : ownLang;
  const previewed = usePreview(preview.path, shownLang, changeOf(changed, texts, stored.revision));

  return (
    <Frame
      title={title}
      back
      view={inLang(shownLang, viewPath(preview), edit.primary)}
      aside={<PagePreview preview={preview} page={previewed} />}
    >
      <LeaveGuard unsaved={dirty} />
      <form ref={page} noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-6">
        {edit.restored && <RestoredNotice onDiscard={edit.discard} />}
        {localized.length > 0 && (
          <TextLanguages
            lang={lang}
            written={(code) => localized.every((input) => isWritten(code, input))}
            onChange={edit.setLang}
            meantFor={edit.meantFor}
            onMove={edit.move}
            broken={edit.broken}
            onlyThere={edit.onlyThere}
          />
        )}
        {plan.shelf === "words" && <p className="text-sm text-muted">{t("slot.delivered")}</p>}
        {preview === previews.qr && (
          <Note>
            {t("qr.about")}{" "}
            <Link to={ownPath("codes")} className="font-semibold text-gold-ink underline">
              {t("screen.codes.title")}
            </Link>
          </Note>
        )}
        {preview === previews.qr && <QrFiles lang={lang} revision={stored.revision} unsaved={dirty} />}
        {plan.reset && (
          <TextButton onClick={() => reset(plan.reset ?? [])} className="justify-self-end">
            <RotateCcw size={18} />
            {t.first([`screen.${screen}.reset`])}
          </TextButton>
        )}
        {inputs.some(({ field }) => screen === "pages" && isUnseen(field as FieldKey)) && (
          <p className="text-sm text-muted">{t("samples.pages")}</p>
        )}
        <PreviewNotes preview={preview} page={previewed} />
        {inputs
          .filter((input) => matters(input) && !inRows.has(input))
          .map((input) => (
            <Fragment key={input.key}>
              {drawn(input)}
              {input.key === "businessHours" && <HoursRead hours={previewed?.hours} />}
            </Fragment>
          ))}
        <SaveFailure
          error={save.error}
          theirs={edit.theirs}
          labelOf={({ key }) => (plan.fields.length > 1 ? t.first([`field.${key}.label`]) : "")}
          onTake={edit.discard}
        />
        <SaveBar busy={save.isPending} disabled={nothingChosen} />
      </form>
      <LastSaved
        fields={plan.fields}
        history={screenHistoryPath(screen)}
        stored={stored}
        onUndo={dirty || save.isPending ? null : undo}
      />
    </Frame>
  );
}
