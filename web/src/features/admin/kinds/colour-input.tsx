import { useQuery } from "@tanstack/react-query";
import { accentQuery } from "../../../api/queries";
import { useT } from "../../../i18n/language";
import { TextInput } from "../../../ui/text-input";
import { controlOf, type KindInputProps } from "../form/kind-input";
import { validate } from "../values/validate";

/** A few named colours, the colour of the owner's picture, and any other by code or from the browser's palette. */
export function ColourInput(props: KindInputProps) {
  const t = useT();
  const { id, name, rule, value, onChange } = props;
  const fromPicture = useQuery(accentQuery).data?.colour;
  const meant = validate(rule, value).value;
  const offered = (rule.options ?? []).map((colour) => ({
    colour,
    label: t.first([`field.${name}.option.${colour}`, ""]) || colour,
  }));
  if (fromPicture && !rule.options?.includes(fromPicture))
    offered.push({ colour: fromPicture, label: t("looks.fromPicture") });
  return (
    <div className="grid gap-2.5">
      <div className="flex flex-wrap gap-2.5">
        {offered.map(({ colour, label }) => (
          <label key={colour} className="choice py-1.5 pr-4 pl-3">
            <input
              type="radio"
              name={`${name}-offered`}
              value={colour}
              checked={colour === meant}
              onChange={() => onChange(colour)}
            />
            <svg aria-hidden="true" width="24" height="24" viewBox="0 0 24 24">
              <circle cx="12" cy="12" r="11" fill={colour} />
            </svg>
            {label}
          </label>
        ))}
      </div>
      <div className="flex gap-2.5">
        <input
          type="color"
          aria-label={t("looks.anyColour")}
          value={(meant ?? "#000000").toLowerCase()}
          onChange={(event) => onChange(event.target.value.toUpperCase())}
          className="h-12 w-16 shrink-0 cursor-pointer rounded-well border border-edge bg-white p-1"
        />
        <TextInput
          {...controlOf(props)}
          id={id}
          type="text"
          aria-label={t("looks.colourCode")}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </div>
  );
}
