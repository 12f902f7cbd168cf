import { useQuery } from "@tanstack/react-query";
import { Link2, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { type Code, type CodeKind, codesQuery } from "../../../api/codes";
import { useT } from "../../../i18n/language";
import { homePath } from "../../../paths";
import { Button } from "../../../ui/button";
import { Empty } from "../../../ui/empty";
import { SectionTitle } from "../../../ui/section-title";
import { Pending } from "../frame/pending";
import { Lesser } from "../ui/lesser";
import { CodeCard } from "./code-card";
import { CodeDialog } from "./code-dialog";
import { PrintDialog } from "./print-dialog";
import { pageOf } from "./targets";

type Open = { make: CodeKind; name?: string } | { edit: Code } | { print: Code };

/** All printed codes and short links: create, print, redirect, retire. */
export function CodesScreen() {
  const t = useT();
  const codes = useQuery(codesQuery);
  const [asked, setAsked] = useSearchParams();
  const [pressed, setOpen] = useState<Open | null>(null);
  const close = () => {
    setOpen(null);
    if (asked.size > 0) setAsked({}, { replace: true });
  };
  if (!codes.data) return <Pending query={codes} />;

  const used = codes.data.filter(({ retiredAt }) => !retiredAt);
  const ofHome = used.find(({ kind, target }) => kind === "q" && pageOf(target) === homePath);
  const stand: Open = ofHome ? { print: ofHome } : { make: "q", name: t("codes.stand.name") };
  const open = pressed ?? (asked.has("new") ? ({ make: "q" } as const) : asked.has("stand") ? stand : null);
  const retired = codes.data.filter(({ retiredAt }) => retiredAt);
  const card = (code: Code) => (
    <CodeCard
      key={code.code}
      code={code}
      onPrint={() => setOpen({ print: code })}
      onEdit={() => setOpen({ edit: code })}
    />
  );
  const printed = used.filter(({ kind }) => kind === "q").map(card);
  const links = used.filter(({ kind }) => kind === "l").map(card);

  return (
    <section aria-label={t("screen.codes.title")} className="grid grid-cols-1 gap-6">
      <p className="text-muted">{t("codes.about")}</p>
      <div className="flex flex-wrap gap-3 max-sm:*:flex-1">
        <Button tone="gold" onClick={() => setOpen({ make: "q" })}>
          <Plus size={20} className="shrink-0" />
          {t("codes.new")}
        </Button>
        <Button onClick={() => setOpen({ make: "l" })}>
          <Link2 size={20} className="shrink-0" />
          {t("codes.newLink")}
        </Button>
      </div>
      {used.length === 0 && <Empty>{t("codes.empty")}</Empty>}
      {printed.length > 0 && (
        <List id="codes-printed" title={t("codes.printed")}>
          {printed}
        </List>
      )}
      {links.length > 0 && (
        <List id="codes-links" title={t("codes.links")}>
          {links}
        </List>
      )}
      {retired.length > 0 && (
        <Lesser title={t("codes.retired")}>
          <ul className="rounded-card border border-line bg-card px-4 shadow-card">{retired.map(card)}</ul>
        </Lesser>
      )}
      {open && "make" in open && (
        <CodeDialog
          kind={open.make}
          name={"name" in open ? open.name : undefined}
          onMade={(made) => (made.kind === "q" ? setOpen({ print: made }) : setOpen({ edit: made }))}
          onClose={close}
        />
      )}
      {open && "edit" in open && (
        <CodeDialog key={open.edit.code} kind={open.edit.kind} code={open.edit} onClose={close} />
      )}
      {open && "print" in open && <PrintDialog code={open.print} onClose={close} />}
    </section>
  );
}

function List({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <SectionTitle id={id}>{title}</SectionTitle>
      <ul className="rounded-card border border-line bg-card px-4 shadow-card">{children}</ul>
    </section>
  );
}
