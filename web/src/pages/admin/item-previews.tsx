import type { ManagerKey, ShownManagerKey } from "../../features/admin/collections";
import { iconOf } from "../../features/admin/icons";
import { teaser } from "../../features/admin/managers/excerpt";
import type { ItemPreviewOf, ShownItem } from "../../features/admin/managers/item-preview";
import { dayText } from "../../features/admin/values/days";
import { priceText } from "../../features/admin/values/price";
import { isPicture } from "../../features/admin/values/smallest";
import { parseTags } from "../../features/admin/values/tags";
import { Article } from "../../features/blog/article";
import { PostCard } from "../../features/blog/post-card";
import { ProjectCards } from "../../features/portfolio/project-cards";
import { ServiceList } from "../../features/services/service-list";
import { useT } from "../../i18n/language";
import { homePath } from "../../paths";
import { SanitisedHtml } from "../../ui/sanitised-html";

const nowhere = "#";
const nothing = () => {};

/** One card per row, as on a phone, whatever the width of the window. */
const onPhone = "grid gap-10 [&_h1]:text-3xl [&>.grid]:grid-cols-1";

function Post({ item: { id, lang, texts } }: { item: ShownItem }) {
  const t = useT();
  const { title = "", content = "", author = "", categories = "", date = "", cover = "", excerpt = "" } = texts;
  const post = {
    id,
    lang,
    title,
    content,
    author,
    categories: parseTags(categories),
    date: dayText(t, date),
    dateTime: date,
    ...(isPicture(cover) ? { cover } : {}),
  };
  return (
    <div className={onPhone}>
      <PostCard id="" post={{ ...post, href: nowhere, excerpt: "", teaser: excerpt || teaser(content) }} />
      <Article post={post} />
    </div>
  );
}

function Project({ item: { id, texts } }: { item: ShownItem }) {
  const t = useT();
  const { title = "", client = "", description = "", category = "", link = "", caseStudy = "" } = texts;
  const imageUrl = texts.imageUrl && isPicture(texts.imageUrl) ? texts.imageUrl : "";
  const tags = parseTags(texts.tags ?? "");
  const date = dayText(t, texts.date ?? "");
  const project = { id, href: nowhere, title, client, description, category, imageUrl, link, caseStudy, tags, date };
  return (
    <div className={onPhone}>
      <ProjectCards projects={[project]} onOpen={nothing} />
      {caseStudy && <SanitisedHtml html={caseStudy} />}
    </div>
  );
}

function Service({ item: { id, lang, texts } }: { item: ShownItem }) {
  const t = useT();
  const { title = "", description = "", icon = "", features = "", unit = "", image = "" } = texts;
  const price = priceText(t, lang, texts.price ?? "");
  const service = {
    id,
    href: nowhere,
    title,
    price,
    unit,
    description,
    icon: icon.trim(),
    glyph: "",
    features: parseTags(features),
  };
  return (
    <div className={onPhone}>
      <ServiceList
        services={[{ ...service, ...(isPicture(image) ? { image } : {}) }]}
        iconOf={iconOf}
        onQuote={nothing}
      />
    </div>
  );
}

type Previews = Record<ShownManagerKey, NonNullable<ItemPreviewOf>>;

/** The preview of each kind of public item: rendered with the public page's components, or as part of the page. */
export const itemPreviews: Previews & Partial<Record<ManagerKey, Previews[ShownManagerKey]>> = {
  blocks: { path: homePath },
  blog: (item) => <Post item={item} />,
  portfolio: (item) => <Project item={item} />,
  services: (item) => <Service item={item} />,
};
