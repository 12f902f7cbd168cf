import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { storedSiteQuery, tradesQuery } from "../../../api/queries";
import { useLanguage } from "../../../i18n/language";
import { IconWell } from "../../../ui/icon-well";
import { TextInput } from "../../../ui/text-input";
import { controlOf, type KindInputProps } from "../form/kind-input";
import { iconOf, icons } from "../icons";
import { Lesser } from "../ui/lesser";
import { IconGrid } from "./icon-grid";

/** The icons that are offered first before the owner chooses a trade that has its own. */
const usual = [
  "Share2",
  "Search",
  "PenLine",
  "Megaphone",
  "Camera",
  "ChartColumn",
  "Globe",
  "Mail",
  "MessageCircle",
  "Palette",
  "ShoppingCart",
  "Smartphone",
  "Target",
  "TrendingUp",
  "Users",
  "Video",
];

/** An icon picker. The stored value is the icon's name, which can also be typed. */
export function IconInput(props: KindInputProps) {
  const { lang, t } = useLanguage();
  const trades = useQuery(tradesQuery(lang)).data;
  const trade = useQuery(storedSiteQuery).data?.site.trade;
  const offered = trades?.find(({ id }) => id === trade)?.icons ?? [];
  const own = useId();
  const { name, value, onChange, "aria-describedby": described } = props;
  const chosen = value.trim();
  const unknown = chosen !== "" && !(chosen in icons);
  return (
    <div className="grid grid-cols-1 gap-3">
      <IconGrid
        name={name}
        first={offered.length > 0 ? offered : usual}
        chosen={chosen}
        described={described}
        onChoose={onChange}
      />
      <Lesser title={t("input.icon.byName")} open={unknown}>
        <div className="flex items-center gap-3">
          {chosen && <IconWell icon={iconOf(chosen)} />}
          <TextInput
            {...controlOf({ ...props, id: own })}
            aria-label={t.first([`item.services.${name}`])}
            type="text"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
        </div>
        {unknown && (
          <p role="status" className="text-sm text-muted">
            {t("input.icon.unknown")}
          </p>
        )}
      </Lesser>
    </div>
  );
}
