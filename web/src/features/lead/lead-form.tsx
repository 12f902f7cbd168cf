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
  const button = useRef<HTMLButtonElement>(null);

  // A disabled button loses the focus. Restore it for a retry.
  useEffect(() => {
    if (failure) button.current?.focus();
  }, [failure]);

  return (
    <form noValidate onSubmit={submit} onInput={keep}>
      <div className="grid gap-4">
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
      </div>
      <DialogFoot>
        <Button ref={button} tone="gold" type="submit" disabled={busy}>
          {busy ? t("lead.submitting") : submitLabel}
        </Button>
      </DialogFoot>
    </form>
  );
}
