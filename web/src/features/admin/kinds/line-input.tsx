import type { ComponentProps } from "react";
import { useT } from "../../../i18n/language";
import { TextInput } from "../../../ui/text-input";
import { controlOf, type KindInputProps } from "../form/kind-input";
import { leadsTo } from "../values/validate";

type Attributes = Pick<ComponentProps<"input">, "type" | "inputMode" | "autoComplete" | "spellCheck">;

/** A single-line input with the right keyboard for its kind. Shows where a link will lead before it is saved. */
export const lineInput = (attributes: Attributes) =>
  function LineInput(props: KindInputProps) {
    const t = useT();
    const { id, rule, value, "aria-describedby": described } = props;
    const there = leadsTo(rule, value);
    const ids = [described, there && `${id}-leads`].filter(Boolean).join(" ") || undefined;
    return (
      <>
        <TextInput
          {...attributes}
          {...controlOf({ ...props, "aria-describedby": ids })}
          onChange={(event) => props.onChange(event.target.value)}
        />
        {there && (
          <p id={`${id}-leads`} className="text-sm font-semibold wrap-anywhere">
            {t.first([`admin.leads.${rule.kind}`], { value: there })}
          </p>
        )}
      </>
    );
  };
