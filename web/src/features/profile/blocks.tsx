import { Briefcase, LayoutGrid, Mail, MapPin, Newspaper, Phone } from "lucide-react";
import type { ReactNode } from "react";
import type { Block } from "../../api/types";
import { useT } from "../../i18n/language";
import { PathGlyph } from "../../ui/glyph";
import { IconWell, Well } from "../../ui/icon-well";
import { LinkCard } from "../../ui/link-card";
import { SectionTitle } from "../../ui/section-title";
import { type Action, ActionButtons } from "./action-buttons";
import { OwnBlock } from "./own-block";
import { type Run, runsOf } from "./runs";

const pageIcons = { services: Briefcase, portfolio: LayoutGrid, blog: Newspaper } as const;
const contactIcons = { phone: Phone, email: Mail, address: MapPin } as const;

type PagePart = keyof typeof pageIcons;
type ContactPart = keyof typeof contactIcons;

/** The blocks that the owner arranged on the page. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return runsOf(blocks).map((run) => {
    const Drawn = groups[run.group];
    return <Drawn key={run.id} {...run} />;
  });
}

const groups = { links: PageLinks, buttons: Buttons, contact: Contacts, own: OwnBlocks };

function PageLinks({ id, heading, edit, blocks }: Run) {
  const t = useT();
  return (
    <nav aria-labelledby={id}>
      <SectionTitle id={id} edit={edit}>
        {heading ?? t("home.links")}
      </SectionTitle>
      <ul className="grid gap-2.5">
        {blocks.map(({ part, href = "", title, text, glyph, edit }) => (
          <li key={part}>
            <LinkCard
              href={href}
              mark={
                glyph ? (
                  <Well>
                    <PathGlyph d={glyph} size={20} />
                  </Well>
                ) : (
                  <IconWell icon={pageIcons[part as PagePart]} />
                )
              }
              title={title ?? t(`home.links.${part as PagePart}`)}
              description={text ?? t.first([`home.links.${part as PagePart}.description`, ""])}
              edit={edit}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Buttons({ id, heading, edit, blocks }: Run) {
  const actions = blocks.map(({ part, href = "", title, glyph, edit }) => ({
    action: part as Action,
    href,
    title,
    glyph,
    edit,
  }));
  return (
    <Headed id={id} heading={heading} edit={edit}>
      <ActionButtons actions={actions} />
    </Headed>
  );
}

function Contacts({ id, heading, edit, blocks }: Run) {
  const t = useT();
  return (
    <section aria-labelledby={id}>
      <SectionTitle id={id} edit={edit}>
        {heading ?? t("home.contact")}
      </SectionTitle>
      <div className="flex flex-wrap gap-2.5 *:flex-auto *:last:basis-full">
        {blocks.map((block) => (
          <Contact key={block.part} {...block} part={block.part as ContactPart} />
        ))}
      </div>
    </section>
  );
}

function Contact({ part, href = "", title = "", edit }: Block & { part: ContactPart }) {
  const t = useT();
  const [street, ...town] = part === "address" ? title.split("\n") : [title];
  return (
    <LinkCard
      href={href}
      mark={<IconWell icon={contactIcons[part]} />}
      title={part === "email" ? <Breakable text={title} after="@" /> : street}
      description={[town.join(", "), t(`home.contact.${part}`)].filter(Boolean).join(" · ")}
      outbound={part === "address"}
      edit={edit}
    />
  );
}

function OwnBlocks({ id, heading, edit, blocks }: Run) {
  return (
    <Headed id={id} heading={heading} edit={edit}>
      <div className="grid grid-cols-1 gap-2.5">
        {blocks.map(({ place, ...block }) => (
          <OwnBlock key={place} {...block} />
        ))}
      </div>
    </Headed>
  );
}

function Headed({ id, heading, edit, children }: Pick<Run, "id" | "heading" | "edit"> & { children: ReactNode }) {
  if (!heading) return children;
  return (
    <section aria-labelledby={id}>
      <SectionTitle id={id} edit={edit}>
        {heading}
      </SectionTitle>
      {children}
    </section>
  );
}

function Breakable({ text, after }: { text: string; after: string }) {
  const cut = text.indexOf(after) + after.length;
  return (
    <>
      {text.slice(0, cut)}
      <wbr />
      {text.slice(cut)}
    </>
  );
}
