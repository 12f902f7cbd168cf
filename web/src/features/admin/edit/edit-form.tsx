import { useQuery } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useNavigate } from "react-router";
import { ApiError, errorCode } from "../../../api/errors";
import { wordsQuery } from "../../../api/queries";
import type { Site, StoredSite } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { baseLang } from "../../../lib/lang";
import { toast } from "../../../lib/toast";
import { dashboardPath } from "../../../paths";
import { LeaveGuard } from "../form/leave-guard";
import { RestoredNotice } from "../form/restored-notice";
import { SaveBar } from "../form/save-bar";
import { TextLanguages } from "../form/text-languages";
import { useSoon } from "../form/use-soon";
import { Frame } from "../frame/frame";
import type { ScreenKey } from "../screens";
import { fallbackOf, inputsOf } from "./draft";
import { DraftPreview, type Preview } from "./draft-preview";
import { FieldInput } from "./field-input";
import { LastSaved } from "./last-saved";
import { SaveFailure } from "./save-failure";
import { useEdit } from "./use-edit";

const backToDashboardMs = 1500;

type Props = { screen: ScreenKey; title: string; stored: StoredSite; shown: Site; preview: Preview };

export function EditForm({ screen, title, stored, shown, preview }: Props) {
  const { lang: ownLang, t } = useLanguage();
  const navigate = useNavigate();

  const fail = (reason: string) => {
    const title = t.first([`save.${reason}.title`, `screen.${screen}.failureTitle`, "toast.error"]);
    const words = [`save.${reason}`, `screen.${screen}.failure.${reason}`, `screen.${screen}.failure`];
    toast({ title, description: t.first(words), tone: "destructive" });
  };
  const { plan, texts, draft, dirty, issues, lang, setLang, type, save, submit, take, put, restored } = useEdit({
    screen,
    stored,
    shown,
    onSaved: (more) => {
      const description = t.first([`screen.${screen}.success`, "toast.success.description"]);
      toast({ title: t("toast.success"), description });
      if (!plan.stays && !more) goBack.start();
    },
    onFailed: (error) => fail((error instanceof ApiError && error.issues[0]?.code) || errorCode(error)),
  });
  const goBack = useSoon(() => void navigate(dashboardPath), backToDashboardMs);

  const words = useQuery(wordsQuery(lang)).data;
  const fallback = words ? fallbackOf(plan, texts, lang, words, shown) : {};
  const inputs = inputsOf(plan);
  const localized = inputs.filter((input) => input.localized);
  const nothingChosen = plan.choosing === true && !dirty;

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (nothingChosen) {
      event.preventDefault();
      fail("unchosen");
    } else submit(event);
  };

  return (
    <Frame
      title={title}
      back
      aside={
        <DraftPreview texts={texts} keys={plan.fields} lang={localized.length > 0 ? lang : ownLang} preview={preview} />
      }
    >
      <LeaveGuard unsaved={dirty} />
      <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-6">
        {restored && <RestoredNotice onDiscard={() => take(stored)} />}
        {localized.length > 0 && (
          <TextLanguages
            lang={lang}
            written={(code) => localized.every(({ key }) => draft[code][key]?.trim())}
            onChange={setLang}
          />
        )}
        {inputs.map((input) => {
          const code = input.localized ? lang : baseLang;
          return (
            <FieldInput
              key={`${code}.${input.key}`}
              input={input}
              lang={code}
              value={draft[code][input.key] ?? ""}
              onChange={(value) => {
                goBack.cancel();
                type(code, input.key, value);
              }}
              fallback={fallback[input.key] ?? ""}
              issue={issues.find((issue) => issue.lang === code && issue.field === input.key)}
            />
          );
        })}
        {save.error && <SaveFailure error={save.error} typed={texts} keys={plan.fields} onTake={take} />}
        <SaveBar busy={save.isPending} disabled={nothingChosen} />
      </form>
      <LastSaved screen={screen} stored={stored} onUndo={dirty || save.isPending ? null : put} />
    </Frame>
  );
}
