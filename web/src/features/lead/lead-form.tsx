import { type ReactNode, useEffect, useRef } from "react";
import { useWebsiteContent } from "../../api/website-content";
import { useT } from "../../i18n/language";
import { Button, ButtonLink } from "../../ui/button";
import { DialogFoot } from "../../ui/dialog";
import { Notice } from "../../ui/notice";
import { BasketLines } from "./basket-lines";
import { typedText } from "./draft";
import { Consent, LeadFields } from "./lead-fields";
import type { useLead } from "./use-lead";

type Props = { lead: ReturnType<typeof useLead>; submitLabel: string; children?: ReactNode };

export function LeadForm({ lead, submitLabel, children }: Props) {
  const t = useT();
  const { shell } = useWebsiteContent();
  const { kind, items, before, busy, issues, failure, keep, submit } = lead;
  const form = useRef<HTMLFormElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  // The first field with an issue has the focus. A disabled button loses it: restore it for a retry.
  useEffect(() => {
    if (busy) return;
    const first = form.current?.elements.namedItem(issues[0]?.field ?? "");
    if (first instanceof HTMLElement) first.focus();
    else if (failure) button.current?.focus();
  }, [busy, issues, failure]);

  return (
    <form ref={form} noValidate onSubmit={submit} onInput={keep}>
      <fieldset disabled={busy} className="grid min-w-0 gap-4">
        {items.length > 0 && <BasketLines lines={items} />}
        <LeadFields
          kind={kind}
          hasBasket={items.length > 0}
          issues={issues}
          textOf={(name) => typedText(before, name)}
        />
        {children}
        {failure && (
          <Notice>
            <p>{t.first([`lead.error.${failure.code}`, "lead.error"])}</p>
            <ButtonLink href={shell.chatUrl} outbound>
              {t("common.chat")}
            </ButtonLink>
          </Notice>
        )}
        <Consent />
      </fieldset>
      <DialogFoot>
        <Button ref={button} tone="gold" type="submit" disabled={busy}>
          {busy ? t("lead.submitting") : submitLabel}
        </Button>
      </DialogFoot>
    </form>
  );
}
