import { useMutation } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { readPage } from "../../../api/collections";
import { ApiError, errorCode } from "../../../api/errors";
import { useT } from "../../../i18n/language";
import { cx } from "../../../lib/cx";
import { Notice } from "../../../ui/notice";
import type { ManagerKey } from "../collections";
import { Frame } from "../frame/frame";
import { useAuth } from "../sign-in/auth";
import { foundIn } from "./bring-choice";
import { BringList } from "./bring-list";

const mostBytes = 4 * 1024 * 1024;

const sources = ["linktree", "linkstack", "littlelink"] as const;

/** Imports links from a page of another product: choose a file, review, import. */
export function BringScreen({ name }: { name: ManagerKey }) {
  const t = useT();
  const { keepSession } = useAuth();
  const read = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > mostBytes) throw new ApiError("too_large");
      const text = await file.text();
      return foundIn(await keepSession(() => readPage(text)));
    },
  });
  const { data: found } = read;

  return (
    <Frame title={t("bring.title")} back>
      {!found && (
        <div className="grid gap-3 text-muted">
          <p>{t("bring.intro")}</p>
          <ul className="grid list-disc gap-1 pl-5 text-sm">
            {sources.map((source) => (
              <li key={source}>{t(`bring.how.${source}`)}</li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <label
          className={cx(
            "press inline-flex min-h-12 cursor-pointer items-center justify-center gap-2.5 rounded-button border px-5 py-2 text-center font-semibold",
            "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold-ink",
            found
              ? "border-line bg-white hover:bg-ivory"
              : "border-gold-deep/60 bg-linear-to-b from-gold-light to-gold text-on-gold shadow-gold hover:from-gold",
          )}
        >
          <FileUp size={20} className="shrink-0" />
          {t(found ? "bring.another" : "bring.choose")}
          <input
            type="file"
            accept=".html,.htm,.mhtml,.json,text/html,multipart/related,application/json"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) read.mutate(file);
              event.target.value = ""; // allows choosing the same file again
            }}
            className="sr-only"
          />
        </label>
      </div>
      <p role="status" className="text-muted empty:hidden">
        {read.isPending && t("bring.reading")}
      </p>
      {read.error && (
        <Notice>
          <p>{t.first([`bring.${errorCode(read.error)}`, `error.${errorCode(read.error)}`, "error.internal"])}</p>
        </Notice>
      )}
      {found && <BringList key={read.submittedAt} name={name} found={found} />}
    </Frame>
  );
}
