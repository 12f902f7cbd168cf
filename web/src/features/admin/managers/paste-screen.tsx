import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { readPriceList } from "../../../api/collections";
import { errorCode } from "../../../api/errors";
import type { PriceList, Trade } from "../../../api/types";
import { useT } from "../../../i18n/language";
import { drop, keep, kept } from "../../../lib/kept";
import { randomKey } from "../../../lib/random-key";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/field";
import { Notice } from "../../../ui/notice";
import { TextArea } from "../../../ui/text-input";
import type { ManagerKey, Quick } from "../collections";
import { Frame } from "../frame/frame";
import { useAuth } from "../sign-in/auth";
import { PasteList } from "./paste-list";

type Props = { name: ManagerKey; quick: Quick; trade: Trade };

/** Adds a price list that was written somewhere else: paste it, look it through, add it. */
export function PasteScreen({ name, quick, trade }: Props) {
  const t = useT();
  const { keepSession } = useAuth();
  const place = `${name}/paste`;
  const [text, setText] = useState(() => {
    const before = kept(place);
    return typeof before === "string" ? before : "";
  });
  const [found, setFound] = useState<PriceList & { id: string }>();
  const read = useMutation({
    mutationFn: (text: string) => keepSession(() => readPriceList(text)),
    onSuccess: (list) => setFound({ ...list, id: randomKey() }),
  });

  useEffect(() => {
    if (text) keep(place, text);
    else drop(place);
  }, [place, text]);

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
              rows={found ? 4 : 9}
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          tone={found ? "plain" : "gold"}
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
      {found?.lines.length === 0 && <p role="status">{t("paste.none")}</p>}
      {found && found.lines.length > 0 && (
        <PasteList key={found.id} name={name} quick={quick} trade={trade} found={found} onAdded={() => setText("")} />
      )}
    </Frame>
  );
}
