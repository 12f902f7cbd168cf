import { useT } from "../../../i18n/language";
import { TextButton } from "../ui/text-button";

type Props = {
  /** The fallback text that visitors see while the input is empty. */
  text: string;
  value: string;
  onStart: (text: string) => void;
};

/** Copies the placeholder text into the input, so that the owner can edit it. */
export function StartFrom({ text, value, onStart }: Props) {
  const t = useT();
  if (!text.trim() || value.trim()) return null;
  return (
    <TextButton onClick={() => onStart(text)} className="justify-self-start">
      {t("admin.startFrom")}
    </TextButton>
  );
}
