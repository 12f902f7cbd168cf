import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useSearchParams } from "react-router";
import { ApiError } from "../../../api/errors";
import { saveSite, siteKey, storedSiteQuery } from "../../../api/queries";
import type { Site, StoredSite } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { baseLang, type Lang, parseLang } from "../../../lib/lang";
import { type Screen, type ScreenKey, screens } from "../screens";
import { useAuth } from "../sign-in/auth";
import { changeOf, clash, differing, sent, type Texts, textsOf } from "../values/texts";
import { type Draft, type DraftIssue, draftOf, inputsOf, issuesOf, rebased, sameDraft, typedTexts } from "./draft";
import { type Base, dropEdit, keepEdit, keptEdit } from "./kept-edit";

type Options = {
  screen: ScreenKey;
  stored: StoredSite;
  shown: Site;
  /** `more` was typed while the save was under way. */
  onSaved: (more: boolean) => void;
  onFailed: (error: Error) => void;
};

/** The state of an edit screen: what is typed, what it is based on, and what became of the last save. */
export function useEdit({ screen, stored, shown, onSaved, onFailed }: Options) {
  const plan: Screen = screens[screen];
  const { fields: keys } = plan;
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  const [params] = useSearchParams();
  const { lang: own } = useLanguage();
  const baseOf = (site: StoredSite): Base => ({ revision: site.revision, texts: textsOf(site, keys) });
  const cleanOf = ({ texts }: Base) => draftOf(plan, texts, shown);
  const fresh = (site: StoredSite) => ({ base: baseOf(site), draft: cleanOf(baseOf(site)) });

  const [found] = useState(() => keptEdit(screen));
  const [restored, setRestored] = useState(found !== null);
  const [edit, setEdit] = useState(found ?? fresh(stored));
  const [issues, setIssues] = useState<readonly DraftIssue[]>([]);
  const [lang, setLang] = useState(() => parseLang(params.get("lang") ?? own));

  const { base } = edit;
  const clean = cleanOf(base);
  const draft = rebased(edit.draft, clean, clean);
  const dirty = !sameDraft(draft, clean);
  const texts = typedTexts(plan, draft, base.texts, shown);

  /** Stands on a newer base: what was touched since `from` stays, the rest follows. */
  const follow = (newer: StoredSite, from = clean) =>
    setEdit(({ draft }) => ({ base: baseOf(newer), draft: rebased(draft, from, cleanOf(baseOf(newer))) }));
  const changed = differing(texts, base.texts, keys);
  if (stored.revision > base.revision && !clash(changed, texts, base.texts, textsOf(stored, keys))) follow(stored);

  useEffect(() => {
    if (dirty) keepEdit(screen, edit);
    else dropEdit(screen);
  }, [screen, edit, dirty]);

  const type = (lang: Lang, input: string, value: string) => {
    setEdit((edit) => ({ ...edit, draft: { ...edit.draft, [lang]: { ...edit.draft[lang], [input]: value } } }));
    setIssues((issues) => issues.filter((issue) => issue.lang !== lang || issue.field !== input));
  };

  const send = async (typed: Draft) => {
    const texts = typedTexts(plan, typed, base.texts, shown);
    const places = sent(texts, base.texts, keys);
    let { revision } = base;
    for (;;) {
      const change = changeOf(places, texts, revision);
      try {
        return await keepSession(() => saveSite(change));
      } catch (error) {
        // Somebody saved meanwhile, but nothing that is about to be replaced.
        const current = error instanceof ApiError ? error.current : undefined;
        if (!current || clash(places, texts, base.texts, textsOf(current, keys))) throw error;
        ({ revision } = current);
      }
    }
  };

  const save = useMutation({
    mutationFn: send,
    onSuccess: (saved, submitted) => {
      queries.setQueryData(storedSiteQuery.queryKey, saved);
      void queries.invalidateQueries({ queryKey: siteKey });
      setRestored(false);
      follow(saved, submitted);
      onSaved(!sameDraft(draft, submitted));
    },
    onError: (error) => {
      onFailed(error);
      if (!(error instanceof ApiError)) return;
      if (error.current) follow(error.current);
      const inputs = inputsOf(plan);
      setIssues(
        error.issues.flatMap((issue) => {
          const input = inputs.find(({ field }) => field === issue.field);
          return input ? [{ ...issue, field: input.key, lang: baseLang }] : [];
        }),
      );
    },
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = issuesOf(plan, draft);
    const [first] = found;
    if (!first) return save.mutate(draft);
    flushSync(() => {
      setIssues(found);
      setLang(first.lang);
    });
    event.currentTarget.querySelector<HTMLElement>(`[name="${first.field}"]`)?.focus();
  };

  const take = (newer: StoredSite) => {
    save.reset();
    setRestored(false);
    setIssues([]);
    setEdit(fresh(newer));
  };

  /** Saves these texts as if they had been typed. */
  const put = (texts: Texts) => {
    const draft = draftOf(plan, texts, shown);
    setEdit({ base, draft });
    save.mutate(draft);
  };

  return {
    plan,
    draft,
    texts,
    dirty,
    issues,
    lang,
    setLang,
    type,
    save,
    submit,
    take,
    put,
    restored: restored && dirty,
  };
}
