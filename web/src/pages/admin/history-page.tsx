import { Link, useSearchParams } from "react-router";
import { collectionKeys, managerOf } from "../../features/admin/collections";
import { Frame } from "../../features/admin/frame/frame";
import { History } from "../../features/admin/history/history";
import { type Screen, type ScreenKey, screens } from "../../features/admin/screens";
import { useT } from "../../i18n/language";
import { historyPath } from "../../paths";

const subjects = ["site", ...collectionKeys] as const;

const isScreen = (name: string | null): name is ScreenKey => name !== null && Object.hasOwn(screens, name);

export function HistoryPage() {
  const t = useT();
  const [params] = useSearchParams();
  const asked = params.get("screen");
  const screen = isScreen(asked) ? asked : null;
  const subject = subjects.find((name) => name === params.get("subject")) ?? "site";
  const id = params.get("id") ?? "";
  const plan: Screen | null = screen && screens[screen];
  const title = screen ? t("history.of", { title: t(`screen.${screen}.title`) }) : t("screen.history.title");
  return (
    <Frame title={title} back>
      <nav aria-label={t("screen.history.title")} className="flex flex-wrap gap-2">
        {subjects.map((name) => (
          <Link
            key={name}
            to={historyPath(name, "")}
            replace
            aria-current={name === subject && !id && !screen ? "page" : undefined}
            className="grid min-h-11 place-content-center rounded-full border border-line bg-white px-4 aria-[current=page]:border-gold aria-[current=page]:bg-ivory aria-[current=page]:font-semibold"
          >
            {t(name === "site" ? "history.subject.site" : `manager.${managerOf[name]}.title`)}
          </Link>
        ))}
      </nav>
      <History key={`${subject} ${id} ${screen}`} subject={subject} id={id} keys={plan?.fields ?? null} />
    </Frame>
  );
}
