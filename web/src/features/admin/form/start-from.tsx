import { useT } from "../../../i18n/language";
import { TextButton } from "../ui/text-button";

type Props = {
  /** What readers see while nothing is written. */
  text: string;
  /** What is written. */
  value: string;
  onStart: (text: string) => void;
};

/** Who wants to mend a word of the text that is shown in grey need not write all of it anew. */
export function StartFrom({ text, value, onStart }: Props) {
  const t = useT();
  if (!text.trim() || value.trim()) return null;
  return (
    <TextButton onClick={() => onStart(text)} className="justify-self-start">
      {t("admin.startFrom")}
    </TextButton>
  );
}
