import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { type Resolver, useForm } from "react-hook-form";
import { ApiError } from "../../api/errors";
import { saveSite, siteKey, storedSiteQuery } from "../../api/queries";
import type { FieldKey, StoredSite } from "../../api/types";
import { baseLang, type Lang } from "../../lib/lang";
import { useAuth } from "./auth";
import { changeOf, type Draft, type DraftIssue, draftOf, issuesOf } from "./draft";

type Options = {
  stored: StoredSite;
  keys: readonly FieldKey[];
  onSaved: () => void;
  onFailed: () => void;
};

function errorsOf(issues: readonly DraftIssue[]) {
  const errors: Partial<Record<Lang, Record<string, { type: string; message: string }>>> = {};
  for (const { lang, field, code, want = "" } of issues) {
    errors[lang] = { ...errors[lang], [field]: { type: code, message: want } };
  }
  return errors;
}

/** The state of an edit screen: what is typed, what it is based on, and what became of the last save. */
export function useEdit({ stored, keys, onSaved, onFailed }: Options) {
  const queries = useQueryClient();
  const { keepSession } = useAuth();
  const [lang, setLang] = useState<Lang>(baseLang);
  const [base, setBase] = useState(stored);
  const [revision, setRevision] = useState(stored.revision);
  const values = useMemo(() => draftOf(base, keys), [base, keys]);

  const resolver: Resolver<Draft> = (draft) => {
    const issues = issuesOf(draft, keys);
    return issues.length > 0 ? { values: {}, errors: errorsOf(issues) } : { values: draft, errors: {} };
  };
  const form = useForm<Draft>({ values, resolver, shouldFocusError: false });

  const adopt = (newer: StoredSite) => {
    setBase(newer);
    setRevision(newer.revision);
  };
  if (stored.revision > base.revision && !form.formState.isDirty) adopt(stored);

  const show = ({ lang, field }: DraftIssue) => {
    flushSync(() => setLang(lang));
    form.setFocus(`${lang}.${field as FieldKey}`);
  };

  const save = useMutation({
    mutationFn: (draft: Draft) => keepSession(() => saveSite(changeOf(draft, values, keys, revision))),
    onSuccess: (saved) => {
      queries.setQueryData(storedSiteQuery.queryKey, saved);
      void queries.invalidateQueries({ queryKey: siteKey });
      adopt(saved);
      form.reset(draftOf(saved, keys));
      onSaved();
    },
    onError: (error) => {
      onFailed();
      if (!(error instanceof ApiError)) return;
      if (error.current) setRevision(error.current.revision);
      for (const { field, code, want = "" } of error.issues) {
        const key = keys.find((key) => key === field);
        if (key) form.setError(`${baseLang}.${key}`, { type: code, message: want });
      }
    },
  });

  const submit = form.handleSubmit(
    (draft) => save.mutate(draft),
    () => {
      const [first] = issuesOf(form.getValues(), keys);
      if (first) show(first);
    },
  );

  const take = (newer: StoredSite) => {
    save.reset();
    adopt(newer);
    form.reset(draftOf(newer, keys));
  };

  return { form, lang, setLang, save, submit, take };
}
