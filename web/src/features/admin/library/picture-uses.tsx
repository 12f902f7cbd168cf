import { Link } from "react-router";
import { fields } from "../../../api/fields.gen";
import type { PictureUse } from "../../../api/library";
import type { CollectionKey, FieldKey } from "../../../api/types";
import { useLanguage } from "../../../i18n/language";
import type { Translate } from "../../../i18n/words";
import type { Lang } from "../../../lib/lang";
import { editItemPath, editPath, ownPath } from "../../../paths";
import { managerOf } from "../collections";
import { screenKeys, screens } from "../screens";
import { textLook } from "../ui/text-button";

type Place = { key: string; to: string | undefined; text: string };

/** The link to a use and its label. */
function placeOf({ list, id = "", title, field, bin }: PictureUse, lang: Lang, t: Translate): Place {
  if (list) {
    const manager = managerOf[list as CollectionKey];
    const called = title?.[lang] || title?.en || id;
    const text = `${t(`manager.${manager}.title`)}: ${called}${bin ? ` (${t("library.uses.bin")})` : ""}`;
    return { key: `${list} ${id}`, to: editItemPath(manager, id), text };
  }
  if (field) {
    const own = (Object.keys(fields) as FieldKey[]).find((key) => fields[key].path === field);
    const screen = own && screenKeys.find((key) => screens[key].fields.includes(own));
    return { key: field, to: screen && editPath(screen), text: t.first([`field.${own}.label`, ""]) || field };
  }
  return { key: "past", to: ownPath("history"), text: t("library.uses.past") };
}

/** Where a picture is used; empty until the query resolves. */
export function PictureUses({ uses }: { uses: readonly PictureUse[] | undefined }) {
  const { lang, t } = useLanguage();
  return (
    <section aria-label={t("library.uses")} aria-busy={!uses}>
      <h3 className="font-semibold">{t("library.uses")}</h3>
      {uses?.length === 0 && <p className="text-muted">{t("library.uses.none")}</p>}
      <ul>
        {uses
          ?.map((use) => placeOf(use, lang, t))
          .map(({ key, to, text }) => (
            <li key={key}>
              {to ? (
                <Link to={to} className={textLook}>
                  {text}
                </Link>
              ) : (
                text
              )}
            </li>
          ))}
      </ul>
      {uses && uses.length > 0 && <p className="text-sm text-muted">{t("library.uses.stays")}</p>}
    </section>
  );
}
