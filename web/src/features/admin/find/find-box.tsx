import { queryOptions, useQuery } from "@tanstack/react-query";
import { Inbox, Search } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { wordsQuery } from "../../../api/queries";
import { useLanguage } from "../../../i18n/language";
import { translator, type Words } from "../../../i18n/words";
import { cx } from "../../../lib/cx";
import { baseLang } from "../../../lib/lang";
import { searchPath } from "../../../paths";
import { IconWell } from "../../../ui/icon-well";
import { usePrimary } from "../form/use-primary";
import { useDownload } from "../sign-in/use-download";
import { useSignOut } from "../sign-in/use-sign-out";
import { type Found, find } from "./findable";

/** Synonyms in every language, loaded when the owner is about to search. */
const files = import.meta.glob<Words>("../../../../../locales/*.json", { query: "?of=findable", import: "default" });
const listsQuery = queryOptions({
  queryKey: ["findable"],
  queryFn: () => Promise.all(Object.values(files).map((load) => load())),
  staleTime: Number.POSITIVE_INFINITY,
});

type Props = {
  /** The results float above the content below instead of pushing it down. */
  floating?: boolean;
  onChosen?: () => void;
};

/** Searches all screens and fields by name. */
export function FindBox({ floating = false, onChosen }: Props) {
  const { lang, t } = useLanguage();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const primary = usePrimary();
  const list = useId();
  const english = useQuery(wordsQuery(baseLang)).data;
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const asked = text.trim() !== "";
  const [near, setNear] = useState(false);
  const lists = useQuery({ ...listsQuery, enabled: near }).data;
  const [known, setKnown] = useState(lists);
  const signOut = useSignOut();
  const download = useDownload();
  const messages: Found = {
    key: "messages",
    way: { to: searchPath(text.trim()) },
    icon: Inbox,
    title: t("find.messages", { text: text.trim() }),
    within: "",
    field: undefined,
  };
  const findBy = (lists: Words[] = []) => find(text, { own: t, others: english ? [translator(english)] : [], lists });
  // Results stay in place under the finger even if the synonyms finish loading meanwhile.
  const seen = findBy(known);
  const named = seen.length > 0 ? seen : findBy(lists);
  const found = asked ? [...named, messages] : [];

  const type = (text: string) => {
    setText(text);
    setAt(0);
    setKnown(lists);
  };
  const choose = ({ way, field }: Found) => {
    type("");
    onChosen?.();
    if ("to" in way) void navigate(way.to, { replace: way.to === pathname, state: { field } });
    else if ("file" in way && way.proven) void download(way.file(lang, primary));
    else if ("file" in way) location.assign(way.file(lang, primary));
    else void signOut();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = found[at];
    if (step && found.length > 0) setAt((at + step + found.length) % found.length);
    else if (event.key === "Enter" && chosen) choose(chosen);
    else if (event.key === "Escape" && floating && text) type("");
    else return;
    event.preventDefault();
  };

  return (
    <search className={cx("block", floating && "relative z-10")}>
      <div className="relative">
        <Search size={20} className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-muted" />
        <input
          type="text" // type="search" would handle Escape itself
          role="combobox"
          aria-label={t("find.label")}
          aria-expanded={found.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={found[at] && `${list}-${at}`}
          data-autofocus={floating ? undefined : ""}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={t("find.hint")}
          value={text}
          onFocus={() => setNear(true)}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          className="min-h-12 w-full rounded-button border border-edge bg-white py-2 pr-4 pl-12 sm:pr-20"
        />
        <kbd className="pointer-events-none absolute top-1/2 right-4 hidden -translate-y-1/2 rounded-well border border-line px-1.5 text-xs text-muted lg:block">
          {t("find.keys")}
        </kbd>
      </div>
      <div
        className={cx(
          floating
            ? "absolute inset-x-0 mt-2 max-h-[60svh] overflow-y-auto rounded-card border border-line bg-white shadow-lift"
            : "mt-3",
          !asked && "hidden",
        )}
      >
        <div
          id={list}
          role="listbox"
          aria-label={t("find.label")}
          className={cx("py-1.5", found.length === 0 && "hidden")}
        >
          {found.map((one, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keyboard
            <div
              key={one.key}
              id={`${list}-${i}`}
              role="option"
              aria-selected={i === at}
              tabIndex={-1}
              data-to={"to" in one.way ? one.way.to : undefined}
              onClick={() => choose(one)}
              className="flex min-h-14 cursor-pointer items-center gap-3 rounded-well px-3 py-1.5 hover:bg-ivory aria-selected:bg-ivory"
            >
              <IconWell icon={one.icon} />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold wrap-anywhere">{one.title}</span>
                {one.within && <span className="block truncate text-sm text-muted">{one.within}</span>}
              </span>
            </div>
          ))}
        </div>
        <p role="status" className={cx("p-4 text-muted wrap-anywhere", named.length > 0 && "sr-only")}>
          {asked &&
            (named.length > 0 ? t("find.count", { count: named.length }) : t("find.none", { text: text.trim() }))}
        </p>
      </div>
    </search>
  );
}
