import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError, errorCode } from "../../../api/errors";
import { readingsQuery, shownSiteQuery, storedSiteQuery, wordsQuery } from "../../../api/queries";
import type { FieldKey, Site, StoredSite } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { translator } from "../../../i18n/words";
import { baseLang, type Lang, langs } from "../../../lib/lang";
import { toast } from "../../../lib/toast";
import { inLang, ownPath } from "../../../paths";
import { Field } from "../../../ui/field";
import { TextArea } from "../../../ui/text-input";
import { draftOf } from "../draft/draft";
import { SaveFailure } from "../draft/save-failure";
import { LeaveGuard } from "../form/leave-guard";
import { RestoredNotice } from "../form/restored-notice";
import { SaveBar } from "../form/save-bar";
import { useSoon } from "../form/use-soon";
import { Frame } from "../frame/frame";
import { Pending } from "../frame/pending";
import { useReturn } from "../frame/places";
import { previews, viewPath } from "../screens";
import { Note } from "../ui/note";
import { areFine, writtenWeek } from "../values/spans";
import { parseSpecial } from "../values/special";
import { changeOf, differing, places, textsOf } from "../values/texts";
import { LastSaved } from "./last-saved";
import { PagePreview } from "./page-preview";
import { SpecialDays } from "./special-days";
import { useEdit } from "./use-edit";
import { usePreview } from "./use-preview";
import { type WeekDays, WeekRows } from "./week-rows";

const keys = ["businessHours", "specialDays"] as const satisfies readonly FieldKey[];
const plan = { fields: keys };
const noWeek: WeekDays = Array.from({ length: 7 }, () => []);
const backMs = 1500;

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** The week as seven rows, and special days. The rows are stored as the text that edit-address shows, too. */
export function HoursScreen() {
  const t = useT();
  const stored = useQuery(storedSiteQuery);
  const shown = useQuery(shownSiteQuery(baseLang));
  if (stored.data && shown.data) return <HoursForm stored={stored.data} shown={shown.data.site} />;
  return (
    <Frame title={t("screen.hours.title")} back>
      <Pending query={stored.error ? stored : shown} label={t("admin.loadingContent")} />
    </Frame>
  );
}

/**
 * The text of the hours in each language, the owner's language first. If the owner wrote none, this is the default text
 * that visitors see.
 */
function textsIn(draft: Record<Lang, Record<string, string>>, primary: Lang, instead: string) {
  const written = [primary, ...langs.filter((lang) => lang !== primary)].flatMap((lang) => {
    const text = draft[lang].businessHours?.trim();
    return text ? [{ lang, text }] : [];
  });
  return written.length > 0 ? written : [{ lang: primary, text: instead }];
}

const today = () => new Date(Date.now() + 330 * 60_000).toISOString().slice(0, "2026-11-08".length);

function HoursForm({ stored, shown }: { stored: StoredSite; shown: Site }) {
  const t = useT();
  const queries = useQueryClient();
  const goBack = useSoon(useReturn(), backMs);
  const fail = (reason: string) =>
    toast({
      title: t.first([`save.${reason}.title`, "toast.error"]),
      description: t.first([`save.${reason}`, "opening.failure"]),
      tone: "destructive",
    });
  const edit = useEdit({
    name: "hours",
    plan,
    stored,
    shown,
    onSaved: (more) => {
      toast({
        title: t("toast.success"),
        description: t("toast.success.description"),
        note: t("toast.saved", { what: t("screen.hours.title") }),
      });
      if (!more) goBack.start();
    },
    onFailed: (error) => fail((error instanceof ApiError && error.issues[0]?.code) || errorCode(error)),
  });
  const { draft, primary, dirty, form, save } = edit;
  const words = useQuery(wordsQuery(primary)).data;
  const texts = textsIn(draft, primary, words?.["default.businessHours"] ?? "");
  const readings = useQuery({ ...readingsQuery(texts.map(({ text }) => text)), enabled: words !== undefined });
  const changed = differing(places(keys), edit.texts, textsOf(stored, keys));
  const preview = previews.address;
  const previewed = usePreview(preview.path, primary, changeOf(changed, edit.texts, stored.revision));
  const read = readings.data ?? [];
  const main = read.find(({ readable }) => readable);
  const week = main?.week.map((day) => day ?? []) ?? noWeek;
  const notes = (texts[0]?.lang === primary && read[0]?.notes.join("\n")) || "";
  const [typed, setTyped] = useState("");
  const shownNotes = linesOf(typed).join("\n") === notes ? typed : notes;

  /** Writes the week in the owner's language. The texts in other languages lose their hours, and keep their notes. */
  const put = (next: WeekDays, note: string) => {
    goBack.cancel();
    const unsure = main?.unsure?.filter((day) => !next[day]?.length) ?? [];
    const text = [writtenWeek(translator(words ?? {}), { week: next, unsure }), note].filter(Boolean).join("\n");
    const others = texts.flatMap(({ lang, text }, at) =>
      lang === primary ? [] : [{ lang, text: read[at]?.readable ? read[at].notes.join("\n") : text }],
    );
    const left = others.filter(({ text }) => text);
    // Known without asking: what was just written.
    queries.setQueryData(readingsQuery([text.trim(), ...left.map(({ text }) => text)]).queryKey, [
      { readable: true, week: next, unsure, contradicts: [], notes: linesOf(note) },
      ...left.map(({ text }) => ({ readable: false, week: noWeek, contradicts: [], notes: linesOf(text) })),
    ]);
    edit.type(primary, "businessHours", text);
    for (const other of others) edit.type(other.lang, "businessHours", other.text);
  };

  const special = draft[baseLang].specialDays ?? "";
  const days = parseSpecial(special);
  const areRight = [...week, ...days.map(({ spans }) => spans)].every((spans) => areFine(spans ?? []));
  const areNamed = days.every(({ names }) => names[primary]?.trim());
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (areRight && areNamed) return void edit.submit();
    event.currentTarget.querySelector<HTMLElement>("input:invalid")?.focus();
    toast({
      title: t("toast.error"),
      description: t(areRight ? "opening.unnamed" : "opening.wrong"),
      tone: "destructive",
    });
  };

  const title = t("screen.hours.title");
  if (!readings.data) {
    return (
      <Frame title={title} back>
        <Pending query={readings} label={t("admin.loadingContent")} />
      </Frame>
    );
  }
  return (
    <Frame
      title={title}
      back
      view={inLang(primary, viewPath(preview), primary)}
      aside={<PagePreview preview={preview} page={previewed} />}
    >
      <LeaveGuard unsaved={dirty} />
      <form noValidate onSubmit={onSubmit} className="grid grid-cols-1 gap-6">
        {edit.restored && <RestoredNotice onDiscard={edit.discard} />}
        {!main && notes && (
          <Note>
            <p>{t("opening.unread")}</p>
          </Note>
        )}
        <WeekRows week={week} onChange={(next) => put(next, notes)} />
        <Field label={t("opening.notes")} hint={t("opening.noteHint")}>
          {(control) => (
            <TextArea
              {...control}
              rows={2}
              maxLength={500}
              lang={primary}
              value={shownNotes}
              onChange={({ target: { value } }) => {
                setTyped(value);
                put(week, value);
              }}
              // A line that says hours moves to its row.
              onBlur={() => void queries.invalidateQueries({ queryKey: readingsQuery([]).queryKey.slice(0, 1) })}
            />
          )}
        </Field>
        <SpecialDays
          value={special}
          week={week}
          primary={primary}
          today={today()}
          onChange={(value) => {
            goBack.cancel();
            edit.type(baseLang, "specialDays", value);
          }}
        />
        <SaveFailure
          error={save.error}
          theirs={edit.theirs}
          labelOf={({ key }) => t.first([`field.${key}.label`])}
          onTake={edit.discard}
        />
        <SaveBar busy={save.isPending} />
      </form>
      <LastSaved
        fields={keys}
        history={ownPath("history")}
        stored={stored}
        onUndo={dirty || save.isPending ? null : (texts) => edit.put(draftOf(form, texts))}
      />
    </Frame>
  );
}
