import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useState } from "react";
import { type Picture, picturesQuery } from "../../../api/library";
import { useLanguage } from "../../../i18n/language";
import { Empty } from "../../../ui/empty";
import { Spinner } from "../../../ui/spinner";
import { TextInput } from "../../../ui/text-input";
import { useSettled } from "../form/use-settled";
import { More } from "../ui/more";
import { smallest } from "../values/smallest";

const typingMs = 300;

/** The owner's pictures, newest first, with a search. */
export function PictureGrid({ onChoose }: { onChoose: (picture: Picture) => void }) {
  const { lang, t } = useLanguage();
  const [text, setText] = useState("");
  const search = useSettled(text.trim(), typingMs);
  const list = useInfiniteQuery({ ...picturesQuery(search), placeholderData: keepPreviousData });
  const pictures = list.data?.pages.flatMap(({ pictures }) => pictures);
  if (!pictures) {
    return list.error ? <p role="alert">{t("error.unavailable")}</p> : <Spinner label={t("common.loading")} />;
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      {(pictures.length > 0 || search) && (
        <div className="relative">
          <span className="pointer-events-none absolute inset-y-0 left-4 grid place-content-center text-muted">
            <Search size={18} />
          </span>
          <TextInput
            type="search"
            aria-label={t("library.search")}
            placeholder={t("library.search")}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter") event.preventDefault(); // Enter in the search must not submit the outer form
            }}
            className="min-h-12 w-full rounded-well border border-edge bg-white py-2.5 pr-4 pl-11 placeholder:text-muted focus-visible:outline-offset-0"
          />
        </div>
      )}
      {pictures.length === 0 && <Empty>{t(search ? "library.none" : "library.empty")}</Empty>}
      <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4">
        {pictures.map((picture) => (
          <li key={picture.url}>
            <button
              type="button"
              aria-label={t("library.open", { title: picture.alt[lang] || picture.title || t("library.unnamed") })}
              onClick={() => onChoose(picture)}
              className="press block w-full cursor-pointer overflow-hidden rounded-well border border-line bg-ivory"
            >
              <img src={smallest(picture.url)} alt="" loading="lazy" className="aspect-square w-full object-cover" />
              <span aria-hidden="true" className="block truncate px-2 py-1 text-left text-muted text-xs">
                {picture.title || picture.alt[lang] || "…"}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <More list={list} />
    </div>
  );
}
