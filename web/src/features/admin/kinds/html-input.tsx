import { lazy, Suspense, useState } from "react";
import { useT } from "../../../i18n/language";
import { TextArea } from "../../../ui/text-input";
import { controlOf, type KindInputProps } from "../form/kind-input";

/** The editor is by far the largest chunk of the admin. If it fails to load, the HTML can still be edited as text. */
const RichText = lazy(() =>
  import("../rich-text/rich-text").then(
    ({ RichText }) => ({ default: RichText }),
    () => ({ default: Plain }),
  ),
);

function Plain(props: KindInputProps) {
  return <TextArea {...controlOf(props)} rows={12} onChange={(event) => props.onChange(event.target.value)} />;
}

export function HtmlInput(props: KindInputProps) {
  const t = useT();
  // The editor has its own state. Text from outside (merged or restored) remounts it; text typed in it does not.
  const [own, setOwn] = useState({ text: props.value, begun: 0 });
  if (props.value !== own.text) setOwn({ text: props.value, begun: own.begun + 1 });
  const write = (text: string) => {
    setOwn((own) => ({ ...own, text }));
    props.onChange(text);
  };
  return (
    <Suspense
      fallback={
        <div
          role="status"
          className="grid min-h-64 place-content-center rounded-well border border-edge bg-white text-muted"
        >
          {t("common.loading")}
        </div>
      }
    >
      <RichText key={own.begun} {...props} onChange={write} />
    </Suspense>
  );
}
