import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useSearchParams } from "react-router";
import { ApiError } from "../../../api/errors";
import { useLanguage } from "../../../i18n/language";
import { drop, keep, kept } from "../../../lib/kept";
import { baseLang, type Lang, langs, parseLang } from "../../../lib/lang";
import { useBackOnline } from "../form/use-back-online";
import { usePrimary } from "../form/use-primary";
import { differing, type Place, placesOf, type Texts } from "../values/texts";
import {
  type Base,
  clashes,
  type DraftIssue,
  draftOf,
  type Edit,
  type Form,
  inputsOf,
  isSame,
  issuesOf,
  rebased,
  sent,
  type Theirs,
  typedTexts,
} from "./draft";

/** `auto`: by itself, while it is written. */
export type Sending = { places: readonly Place[]; texts: Texts; revision: number; auto: boolean };

type Submitted = { draft: Texts; auto: boolean };

type Options<Stored> = {
  /** Under which what is typed survives a reload. */
  name: string;
  form: Form;
  /** What the server has, as far as is known. */
  stored: Base;
  baseOf: (stored: Stored) => Base;
  /** What a refused save found in its way, if typed text can stand on it. */
  newerOf: (error: ApiError) => Stored | undefined;
  send: (sending: Sending) => Promise<Stored>;
  /** `more` was typed while the save was under way. */
  onSaved: (saved: Stored, more: boolean, auto: boolean) => void;
  onFailed: (error: Error, auto: boolean) => void;
};

const hasLanguages = (value: unknown) =>
  langs.every((lang) => typeof (value as Record<string, unknown> | undefined)?.[lang] === "object");

/** What was typed and never saved, with every input the form has by now. */
function keptEdit(name: string, form: Form): Edit | null {
  const edit = kept(name) as Partial<Edit> | null;
  if (!edit?.base || !edit.draft || !hasLanguages(edit.base.texts) || !hasLanguages(edit.draft)) return null;
  const clean = draftOf(form, edit.base.texts);
  return { ...edit, base: edit.base, draft: rebased(form, edit.draft, clean, clean) };
}

/** The state of a form: what is typed, what it is based on, and what became of the last save. */
export function useDraft<Stored>(options: Options<Stored>) {
  const { name, form, stored, baseOf, newerOf, send, onSaved, onFailed } = options;
  const [params] = useSearchParams();
  const { lang: own } = useLanguage();
  const cleanOf = ({ texts }: Base) => draftOf(form, texts);
  const fresh = (base: Base): Edit => ({ base, draft: cleanOf(base) });

  const [found] = useState(() => keptEdit(name, form));
  const [restored, setRestored] = useState(found !== null);
  const [edit, setEdit] = useState(() => found ?? fresh(stored));
  const [issues, setIssues] = useState<readonly DraftIssue[]>([]);
  const [theirs, setTheirs] = useState<readonly Theirs[]>([]);
  const primary = usePrimary();
  const [chosen, setLang] = useState(() => langs.find((code) => code === params.get("lang")));
  const lang = chosen ?? (primary === baseLang ? own : primary);
  const busy = useRef(false);
  /** What was last saved by itself; the server may have written it a little differently. */
  const [autosaved, setAutosaved] = useState<Texts>();
  const waiting = useRef<Texts>(undefined);
  const [quiet, setQuiet] = useState(false);

  const { base, draft } = edit;
  const clean = cleanOf(base);
  const dirty = !isSame(form, draft, clean) && !(autosaved && isSame(form, draft, autosaved));
  const texts = typedTexts(form, draft, base.texts);

  /** Stands on a newer base: what was touched since `from` stays, the rest follows. */
  const follow = (newer: Base, from = clean) =>
    setEdit((edit) => ({ ...edit, base: newer, draft: rebased(form, edit.draft, from, cleanOf(newer)) }));
  const changed = differing(placesOf(form), texts, base.texts);
  if (stored.revision > base.revision && clashes(changed, texts, base.texts, stored.texts).length === 0) follow(stored);

  useEffect(() => {
    if (dirty) keep(name, edit);
    else drop(name);
  }, [name, edit, dirty]);

  const type = (lang: Lang, input: string, value: string) => {
    setEdit((edit) => ({ ...edit, draft: { ...edit.draft, [lang]: { ...edit.draft[lang], [input]: value } } }));
    setIssues((issues) => issues.filter((issue) => issue.lang !== lang || issue.field !== input));
  };

  const newerBase = (error: unknown) => {
    const newer = error instanceof ApiError && newerOf(error);
    return newer ? baseOf(newer) : undefined;
  };
  const clashesWith = (newer: Base, draft: Texts) => {
    const texts = typedTexts(form, draft, base.texts);
    return clashes(sent(form, texts, base.texts), texts, base.texts, newer.texts);
  };

  const save = useMutation({
    mutationFn: async ({ draft, auto }: Submitted) => {
      const texts = typedTexts(form, draft, base.texts);
      for (let { revision } = base; ; ) {
        try {
          return await send({ places: sent(form, texts, base.texts), texts, revision, auto });
        } catch (error) {
          // Somebody saved meanwhile, but nothing that is about to be replaced.
          const newer = newerBase(error);
          if (!newer || clashesWith(newer, draft).length > 0) throw error;
          ({ revision } = newer);
        }
      }
    },
    onSuccess: (saved, { draft: submitted, auto }) => {
      // Whoever guards what is unsaved must know before the form is left.
      flushSync(() => {
        setRestored(false);
        setAutosaved(auto ? submitted : undefined);
        // Who goes on writing keeps every blank that is typed.
        if (auto) follow(baseOf(saved));
        else follow(baseOf(saved), submitted);
      });
      onSaved(saved, !isSame(form, draft, submitted), auto);
    },
    onError: (error, { draft: submitted, auto }) => {
      onFailed(error, auto);
      if (!(error instanceof ApiError)) return;
      const newer = newerBase(error);
      if (newer) {
        setTheirs(clashesWith(newer, submitted));
        follow(newer);
      }
      const inputs = inputsOf(form);
      setIssues(
        error.issues.flatMap((issue) => {
          const input = inputs.find(({ field }) => field === issue.field);
          return input ? [{ ...issue, field: input.key, lang: parseLang(issue.lang) }] : [];
        }),
      );
    },
    onSettled: () => {
      busy.current = false;
      const next = waiting.current;
      waiting.current = undefined;
      if (next) put(next);
    },
  });

  useBackOnline(save);

  /** Saves this as if it had been typed. */
  const put = (draft: Texts) => {
    // A second press before the button is drawn disabled, or the first while something is saved by itself.
    if (busy.current) {
      if (quiet) waiting.current = draft;
      return setQuiet(false);
    }
    busy.current = true;
    setQuiet(false);
    setTheirs([]);
    setEdit((edit) => ({ ...edit, draft }));
    save.mutate({ draft, auto: false });
  };

  /** Saves what is typed without a word, if it could be saved; what is typed meanwhile stays. */
  const autosave = (typed: Texts) => {
    if (busy.current || issuesOf(form, typed).length > 0) return;
    busy.current = true;
    setQuiet(true);
    save.mutate({ draft: typed, auto: true });
  };

  /** Saves it, or shows the first thing that is wrong with it; tells what is. */
  const submit = (typed = draft): readonly DraftIssue[] => {
    const found = issuesOf(form, typed, primary);
    flushSync(() => {
      setEdit((edit) => ({ ...edit, draft: typed }));
      setIssues(found);
      if (found[0]) setLang(found[0].lang);
    });
    if (found.length === 0) put(typed);
    return found;
  };

  /** Takes what is stored instead of what is typed. */
  const discard = () => {
    save.reset();
    setRestored(false);
    setIssues([]);
    setTheirs([]);
    setAutosaved(undefined);
    setEdit((edit) => ({ ...edit, ...fresh(stored.revision < base.revision ? base : stored) }));
  };

  return {
    draft,
    texts,
    dirty,
    issues,
    theirs,
    lang,
    setLang,
    primary,
    type,
    save,
    /** Somebody waits for a save. */
    busy: save.isPending && !quiet,
    submit,
    put,
    autosave,
    discard,
    restored: restored && dirty,
    tried: edit.tried,
    setTried: (tried: string) => setEdit((edit) => ({ ...edit, tried })),
  };
}
