import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import { fields } from "../../api/fields.gen";
import { wordsQuery } from "../../api/queries";
import type { Site, StoredSite } from "../../api/types";
import { useLanguage } from "../../i18n/language";
import { baseLang } from "../../lib/lang";
import { toast } from "../../lib/toast";
import { useSoon } from "../../lib/use-soon";
import { dashboardPath } from "../../paths";
import { Button } from "../../ui/button";
import { type Draft, shownText } from "./draft";
import { DraftPreview } from "./draft-preview";
import { FieldInput } from "./field-input";
import { Frame } from "./frame";
import { SaveFailure } from "./save-failure";
import { type Screen, type ScreenKey, screens } from "./screens";
import { TextLanguages } from "./text-languages";
import { useEdit } from "./use-edit";

const backToDashboardMs = 1500;

type Props = { screen: ScreenKey; title: string; stored: StoredSite; preview: (site: Site) => ReactNode };

export function EditForm({ screen, title, stored, preview }: Props) {
  const { lang: ownLang, t } = useLanguage();
  const navigate = useNavigate();
  const { fields: keys, stays }: Screen = screens[screen];
  const goBack = useSoon(() => void navigate(dashboardPath), backToDashboardMs);

  const { form, lang, setLang, save, submit, take } = useEdit({
    stored,
    keys,
    onSaved: () => {
      const description = t.first([`screen.${screen}.success`, "toast.success.description"]);
      toast({ title: t("toast.success"), description });
      if (!stays) goBack.start();
    },
    onFailed: () => {
      const title = t.first([`screen.${screen}.failureTitle`, "toast.error"]);
      toast({ title, description: t(`screen.${screen}.failure`), tone: "destructive" });
    },
  });

  const draft = useWatch({ control: form.control }) as Draft;
  const words = useQuery(wordsQuery(lang)).data;
  const localized = keys.some((key) => fields[key].localized);
  const { errors } = form.formState;

  return (
    <Frame
      title={title}
      back
      aside={
        <DraftPreview draft={draft} keys={keys} lang={localized ? lang : ownLang}>
          {preview}
        </DraftPreview>
      }
    >
      <form noValidate onSubmit={submit} onInput={goBack.cancel} className="grid gap-6">
        {localized && <TextLanguages draft={draft} keys={keys} lang={lang} onChange={setLang} />}
        {keys.map((key) => {
          const code = fields[key].localized ? lang : baseLang;
          const error = errors[code]?.[key];
          return (
            <FieldInput
              key={`${code}.${key}`}
              name={key}
              lang={code}
              empty={!draft[code][key]?.trim()}
              fallback={words ? shownText(draft, key, code, words) : ""}
              issue={error && { code: String(error.type), want: error.message ?? "" }}
              registration={form.register(`${code}.${key}`)}
            />
          );
        })}
        {save.error && <SaveFailure error={save.error} keys={keys} onTake={take} />}
        <div className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-white p-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:static lg:border-0 lg:bg-transparent lg:p-0">
          <Button tone="gold" type="submit" disabled={save.isPending} className="w-full lg:w-auto lg:min-w-48">
            {save.isPending ? t("admin.saving") : t("admin.save")}
          </Button>
        </div>
      </form>
    </Frame>
  );
}
