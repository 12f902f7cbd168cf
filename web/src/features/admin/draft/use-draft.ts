import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useSearchParams } from "react-router";
import { ApiError } from "../../../api/errors";
import { drop, keep, kept } from "../../../lib/kept";
import { type Lang, langs, parseLang } from "../../../lib/lang";
import { useBackOnline } from "../form/use-back-online";
import { useOffered, usePrimary, useWriting } from "../form/use-primary";
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
  lenient,
  rebased,
  sent,
  type Theirs,
  typedTexts,
} from "./draft";
import { misplacedIn, moved } from "./misplaced";

/** `auto`: an autosave. */
export type Sending = { places: readonly Place[]; texts: Texts; revision: number; auto: boolean };

type Submitted = { draft: Texts; auto: boolean };

type Options<Stored> = {
  /** The storage key under which the draft survives a reload. */
  name: string;
  form: Form;
  /** The latest known server state. */
  stored: Base;
  baseOf: (stored: Stored) => Base;
  /** The newer server state from a conflict error, if the draft can be rebased on it. */
  newerOf: (error: ApiError) => Stored | undefined;
  send: (sending: Sending) => Promise<Stored>;
  /** `more`: the owner kept typing during the save. */
  onSaved: (saved: Stored, more: boolean, auto: boolean) => void;
  onFailed: (error: Error, auto: boolean) => void;
};

const hasLanguages = (value: unknown) =>
  langs.every((lang) => typeof (value as Record<string, unknown> | undefined)?.[lang] === "object");

/** The stored draft of a previous visit, with every input that the form has now. */
function keptEdit(name: string, form: Form): Edit | null {
  const edit = kept(name) as Partial<Edit> | null;
  if (!edit?.base || !edit.draft || !hasLanguages(edit.base.texts) || !hasLanguages(edit.draft)) return null;
  const clean = draftOf(form, edit.base.texts);
  return { ...edit, base: edit.base, draft: rebased(form, edit.draft, clean, clean) };
}

/** The state of a form: the draft, its base, and the result of the last save. */
export function useDraft<Stored>(options: Options<Stored>) {
  const { name, form, stored, baseOf, newerOf, send, onSaved, onFailed } = options;
  const [params] = useSearchParams();
  const cleanOf = ({ texts }: Base) => draftOf(form, texts);
  const fresh = (base: Base): Edit => ({ base, draft: cleanOf(base) });

  const [found] = useState(() => keptEdit(name, form));
  const [restored, setRestored] = useState(found !== null);
  const [edit, setEdit] = useState(() => found ?? fresh(stored));
  const [issues, setIssues] = useState<readonly DraftIssue[]>([]);
  const [theirs, setTheirs] = useState<readonly Theirs[]>([]);
  const primary = usePrimary();
  const offered = useOffered();
  const [chosen, setLang] = useState(() => langs.find((code) => code === params.get("lang")));
  const writing = useWriting();
  const lang = chosen ?? writing;
  /** The save under way. A ref: a press may come before the next render. */
  const underway = useRef<"save" | "autosave">(undefined);
  /** The last autosaved draft. The server may have normalised it, so the base can differ from it. */
  const [autosaved, setAutosaved] = useState<Texts>();
  const waiting = useRef<Texts>(undefined);
  const [quiet, setQuiet] = useState(false);

  const { base, draft } = edit;
  const clean = cleanOf(base);
  const dirty = !isSame(form, draft, clean) && !(autosaved && isSame(form, draft, autosaved));
  const texts = typedTexts(form, draft, base.texts);

  /** Rebases the draft on a newer base: inputs edited since `from` stay, the others are updated. */
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

  const misplaced = misplacedIn(inputsOf(form), draft, lang, offered);
  const move = () => {
    if (!misplaced) return;
    setEdit((edit) => ({ ...edit, draft: moved(edit.draft, clean, lang, misplaced) }));
    setIssues([]);
    setLang(misplaced.to);
  };

  const isElsewhere = (issue: DraftIssue) =>
    issue.lang !== lang && inputsOf(form).some(({ key, localized }) => localized && key === issue.field);

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
          // Somebody else saved meanwhile, but none of the fields that this save changes.
          const newer = newerBase(error);
          if (!newer || clashesWith(newer, draft).length > 0) throw error;
          ({ revision } = newer);
        }
      }
    },
    onSuccess: (saved, { draft: submitted, auto }) => {
      // The leave guard must see the saved state before the form is left.
      flushSync(() => {
        setRestored(false);
        setAutosaved(auto ? submitted : undefined);
        // After an autosave the owner keeps typing: keep the draft as typed, including trailing spaces.
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
      underway.current = undefined;
      const next = waiting.current;
      waiting.current = undefined;
      if (next) put(next);
    },
  });

  useBackOnline(save);

  /** Saves this draft as if the owner had typed it. */
  const put = (draft: Texts) => {
    // A second click before the button is disabled, or a click during an autosave.
    if (underway.current) {
      if (underway.current === "autosave") waiting.current = draft;
      return setQuiet(false);
    }
    underway.current = "save";
    setQuiet(false);
    setTheirs([]);
    setEdit((edit) => ({ ...edit, draft }));
    save.mutate({ draft, auto: false });
  };

  /** Saves the draft silently if it is valid. Text typed meanwhile stays. */
  const autosave = (typed: Texts) => {
    if (underway.current || issuesOf(form, typed).length > 0) return;
    underway.current = "autosave";
    setQuiet(true);
    save.mutate({ draft: typed, auto: true });
  };

  /** Saves the draft, or shows the issues without changing the language. Returns them, those in view first. */
  const submit = (typed = draft): readonly DraftIssue[] => {
    const found = issuesOf(isSame(form, typed, clean) ? form : lenient(form), typed, primary);
    flushSync(() => {
      setEdit((edit) => ({ ...edit, draft: typed }));
      setIssues(found);
    });
    if (found.length === 0) put(typed);
    return found.toSorted((a, b) => Number(isElsewhere(a)) - Number(isElsewhere(b)));
  };

  /** Replaces the draft by the stored state. */
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
    /** The language in whose script texts of this one are written, if any. */
    meantFor: misplaced?.to,
    /** Moves these texts to that language. */
    move,
    /** The other languages with an issue. `onlyThere`: no input in view has one. */
    broken: langs.filter((code) => issues.some((issue) => issue.lang === code && isElsewhere(issue))),
    onlyThere: issues.length > 0 && issues.every(isElsewhere),
    save,
    /** The owner is waiting for a save. */
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
