import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { type Resolver, useForm, useWatch } from "react-hook-form";
import { useSearchParams } from "react-router";
import { ApiError } from "../../api/errors";
import { saveSite, siteKey, storedSiteQuery } from "../../api/queries";
import type { Site, StoredSite } from "../../api/types";
import { baseLang, type Lang, parseLang } from "../../lib/lang";
import { useAuth } from "./auth";
import { type Draft, type DraftIssue, draftOf, inputsOf, issuesOf, rebased, typedTexts } from "./draft";
import { type Base, dropEdit, keepEdit, keptEdit } from "./kept-edit";
import { type Screen, type ScreenKey, screens } from "./screens";
import { changeOf, clash, differing, sent, type Texts, textsOf } from "./texts";

type Options = {
  screen: ScreenKey;
  stored: StoredSite;
  shown: Site;
  onSaved: () => void;
  onFailed: (error: Error) => void;
};

function errorsOf(issues: readonly DraftIssue[]) {
  const errors: Partial<Record<Lang, Record<string, { type: string; message: string }>>> = {};
  for (const { lang, field, code, want = "" } of issues) {
    errors[lang] = { ...errors[lang], [field]: { type: code, message: want } };
  }
  return errors;
}

/** The state of an edit screen: what is typed, what it is based on, and what became of the last save. */
export function useEdit({ screen, stored, shown, onSaved, onFailed }: Options) {
  const plan: Screen = screens[screen];
  const { fields: keys } = plan;
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  const baseOf = (site: StoredSite): Base => ({ revision: site.revision, texts: textsOf(site, keys) });
  const cleanOf = ({ texts }: Base) => draftOf(plan, texts, shown);

  const [found] = useState(() => keptEdit(screen));
  const [restored, setRestored] = useState(found !== null);
  const [base, setBase] = useState(found?.base ?? baseOf(stored));
  const [params] = useSearchParams();
  const [lang, setLang] = useState(() => parseLang(params.get("lang")));

  const resolver: Resolver<Draft> = (draft) => {
    const issues = issuesOf(plan, draft);
    return issues.length > 0 ? { values: {}, errors: errorsOf(issues) } : { values: draft, errors: {} };
  };
  const form = useForm<Draft>({ defaultValues: cleanOf(base), resolver, shouldFocusError: false });
  const draft = useWatch({ control: form.control }) as Draft;
  const dirty = form.formState.isDirty;

  /** Stands on a newer base, with what is typed on top of it. */
  const move = (newer: Base, typed: Draft) => {
    setBase(newer);
    form.reset(cleanOf(newer));
    form.reset(typed, { keepDefaultValues: true });
  };
  const follow = (newer: Base, before = cleanOf(base)) =>
    move(newer, rebased(form.getValues(), before, cleanOf(newer)));
  const take = (newer: StoredSite) => {
    save.reset();
    setRestored(false);
    move(baseOf(newer), cleanOf(baseOf(newer)));
  };

  const restore = useEffectEvent(() => {
    if (found) move(base, rebased(found.draft, cleanOf(base), cleanOf(base)));
  });
  useEffect(() => restore(), []);

  const meet = useEffectEvent((stored: StoredSite) => {
    const newer = baseOf(stored);
    if (newer.revision <= base.revision) return;
    const typed = typedTexts(plan, form.getValues(), base.texts, shown);
    if (!clash(differing(typed, base.texts, keys), typed, base.texts, newer.texts)) follow(newer);
  });
  useEffect(() => meet(stored), [stored]);

  useEffect(() => {
    if (dirty) keepEdit(screen, { base, draft });
    else dropEdit(screen);
  }, [screen, base, draft, dirty]);

  const send = async (typed: Draft) => {
    const texts = typedTexts(plan, typed, base.texts, shown);
    const changed = sent(texts, base.texts, keys);
    let { revision } = base;
    for (;;) {
      const change = changeOf(changed, texts, revision);
      try {
        return await keepSession(() => saveSite(change));
      } catch (error) {
        // Somebody saved meanwhile, but nothing that is about to be replaced.
        const current = error instanceof ApiError ? error.current : undefined;
        if (!current || clash(changed, texts, base.texts, textsOf(current, keys))) throw error;
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
      follow(baseOf(saved), submitted);
      onSaved();
    },
    onError: (error) => {
      onFailed(error);
      if (!(error instanceof ApiError)) return;
      if (error.current) follow(baseOf(error.current));
      for (const { field, code, want = "" } of error.issues) {
        const input = inputsOf(plan).find((input) => input.field === field);
        if (input) form.setError(`${baseLang}.${input.key}`, { type: code, message: want });
      }
    },
  });

  const show = ({ lang, field }: DraftIssue) => {
    flushSync(() => setLang(lang));
    form.setFocus(`${lang}.${field}`);
  };
  const submit = form.handleSubmit(
    (draft) => save.mutate(draft),
    () => {
      const [first] = issuesOf(plan, form.getValues());
      if (first) show(first);
    },
  );

  /** Saves these texts as if they had been typed. */
  const put = (texts: Texts) => {
    move(base, draftOf(plan, texts, shown));
    void submit();
  };

  const texts = typedTexts(plan, draft, base.texts, shown);
  return { plan, form, draft, texts, dirty, lang, setLang, save, submit, take, put, restored };
}
