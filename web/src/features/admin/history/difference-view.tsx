import type { ReactNode } from "react";
import type { Revision } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import { baseLang } from "../../../lib/lang";
import { usePrimary } from "../form/use-primary";
import { PicturePreview } from "../pictures/picture-preview";
import { ScrollBox } from "../ui/scroll-box";
import type { Side } from "../values/past-texts";
import { priceText } from "../values/price";
import type { Rule } from "../values/validate";
import { differenceOf } from "./difference";
import { picturesOf, readable } from "./readable";

type Change = Revision["changes"][number];
type Props = {
  label: string;
  rule: Rule | undefined;
  change: Change;
  /** The label of a value that is one of several options. */
  wordOf: (text: string) => string;
};

/** One changed value before and after, as visitors see it: pictures and colours rendered, articles without markup. */
export function DifferenceView({ label, rule, change, wordOf }: Props) {
  const { lang, t } = useLanguage();
  const primary = usePrimary();
  const draw = drawingOf(rule, change, rule?.kind === "price" ? (text) => priceText(t, lang, text) : wordOf);
  const isLocalized = rule !== undefined && "localized" in rule && rule.localized === true;
  return (
    <div className="grid gap-2">
      <h4 className="font-semibold">
        {label}
        {(change.lang !== baseLang || (isLocalized && primary !== baseLang)) && (
          <span className="font-normal text-muted"> · {t.first([`language.${change.lang}`])}</span>
        )}
      </h4>
      <div className="grid gap-2 sm:grid-cols-2">
        {(["before", "after"] as const).map((side) => (
          <div key={side} className="grid grid-cols-1 content-start gap-1 rounded-well border border-line p-3">
            <p className="text-sm text-muted">{t(`history.${side}`)}</p>
            {change[side] === "" ? (
              <p className="text-muted italic">{t("history.empty")}</p>
            ) : (
              <div lang={change.lang}>{draw(side)}</div>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Renders a side according to the kind of value. */
function drawingOf(rule: Rule | undefined, change: Change, wordOf: Props["wordOf"]): (side: Side) => ReactNode {
  switch (rule?.kind) {
    case "image": {
      const { round, aspect } = rule.picture ?? {};
      return (side) => <PicturePreview key={change[side]} src={change[side]} round={round} aspect={aspect} />;
    }
    case "colour":
    case "swatch":
      return (side) => <Colour value={change[side]} name={wordOf(change[side])} />;
    case "html":
      return articleOf(change);
    default:
      return wordsOf(wordOf(change.before), wordOf(change.after));
  }
}

function Colour({ value, name }: { value: string; name: string }) {
  return (
    <p className="flex items-center gap-3">
      <svg aria-hidden="true" width="40" height="40" viewBox="0 0 40 40" className="shrink-0">
        <rect x="1" y="1" width="38" height="38" rx="10" fill={value} className="stroke-edge" />
      </svg>
      {name}
    </p>
  );
}

/** Longer texts scroll in a box, so that both sides and the buttons stay within reach. */
const longLetters = 500;

function wordsOf(before: string, after: string) {
  const { head, tail, ...own } = differenceOf(before, after);
  return function Words(side: Side) {
    const mark =
      side === "before" ? (
        <del className="rounded-sm bg-danger-soft text-danger">{own.before}</del>
      ) : (
        <ins className="rounded-sm bg-gold/25 no-underline">{own.after}</ins>
      );
    const text = (
      <p className="whitespace-pre-line wrap-anywhere">
        {head}
        {own[side] && mark}
        {tail}
      </p>
    );
    return own[side].length > longLetters ? <ScrollBox className="max-h-80 overflow-y-auto">{text}</ScrollBox> : text;
  };
}

/** The text of an article and the pictures that only this side has. If only the markup differs, the markup is shown. */
function articleOf({ before, after }: Change) {
  const read = { before: readable(before), after: readable(after) };
  const pictures = { before: picturesOf(before), after: picturesOf(after) };
  const only = (side: Side, other: Side) => pictures[side].filter((src) => !pictures[other].includes(src));
  const own = { before: only("before", "after"), after: only("after", "before") };
  const same = read.before === read.after && own.before.length + own.after.length === 0;
  const words = same ? wordsOf(before, after) : wordsOf(read.before, read.after);
  return function Article(side: Side) {
    return (
      <div className="grid grid-cols-1 gap-2">
        {words(side)}
        {own[side].map((src) => (
          <PicturePreview key={src} src={src} aspect={2.5} />
        ))}
      </div>
    );
  };
}
