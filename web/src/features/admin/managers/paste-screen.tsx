import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { readPriceList } from "../../../api/collections";
import { errorCode } from "../../../api/errors";
import type { Trade } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { drop, keep, kept } from "../../../lib/kept";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/field";
import { Notice } from "../../../ui/notice";
import { TextArea } from "../../../ui/text-input";
import type { ManagerKey, Quick } from "../collections";
import { Frame } from "../frame/frame";
import { useAuth } from "../sign-in/auth";
import { PasteList } from "./paste-list";
import { groupsOf, listOf, type PastedList } from "./pasted";

type Pasted = { text: string; list: PastedList | undefined };

const nothing: Pasted = { text: "", list: undefined };

/** What this tab stored earlier. An old format counts as nothing. */
function keptPaste(place: string): Pasted {
  const { text = "", list } = (kept(place) ?? nothing) as Partial<Pasted>;
  return { text, list: Array.isArray(list?.headings) ? list : undefined };
}

type Props = { name: ManagerKey; quick: Quick; trade: Trade };

/** Adds a price list that was written somewhere else: paste it, look it through, add it. */
export function PasteScreen({ name, quick, trade }: Props) {
  const t = useT();
  const { keepSession } = useAuth();
  const place = `${name}/paste`;
  const [{ text, list }, setPasted] = useState(() => keptPaste(place));
  const change = (changes: Partial<Pasted>) => setPasted((pasted) => ({ ...pasted, ...changes }));
  const changeList = (changes: Partial<PastedList>) =>
    setPasted(({ text, list }) => ({ text, list: list && { ...list, ...changes } }));
  const read = useMutation({
    mutationFn: (text: string) => keepSession(() => readPriceList(text)),
    onSuccess: (found) => change({ list: listOf(found) }),
  });

  useEffect(() => {
    if (text || list) keep(place, { text, list });
    else drop(place);
  }, [place, text, list]);

  return (
    <Frame title={t("paste.title")} back>
      <form
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          read.mutate(text);
        }}
      >
        <Field label={t("paste.label")} hint={t("paste.hint")}>
          {(control) => (
            <TextArea
              {...control}
              name="list"
              rows={list ? 4 : 9}
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={(event) => change({ text: event.target.value })}
            />
          )}
        </Field>
        <Button
          type="submit"
          tone={list ? "plain" : "gold"}
          disabled={read.isPending || text.trim() === ""}
          className="justify-self-start"
        >
          {t("paste.read")}
        </Button>
        {read.error && (
          <Notice>
            <p>{t.first([`error.${errorCode(read.error)}`, "error.internal"])}</p>
          </Notice>
        )}
      </form>
      {list && groupsOf(list).length === 0 && <p role="status">{t("paste.none")}</p>}
      {list && groupsOf(list).length > 0 && (
        <PasteList
          key={list.id}
          name={name}
          quick={quick}
          trade={trade}
          list={list}
          onChange={changeList}
          onAdded={() => setPasted(nothing)}
        />
      )}
    </Frame>
  );
}
