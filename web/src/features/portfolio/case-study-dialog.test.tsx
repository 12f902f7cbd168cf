import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import en from "../../../../locales/en.json";
import type { Boot, Project } from "../../api/types";
import { WebsiteContentProvider } from "../../api/website-content";
import { LanguageProvider } from "../../i18n/language";
import { CaseStudyDialog } from "./case-study-dialog";

const project = (id: string, caseStudy = ""): Project => ({
  id,
  href: `/portfolio/${id}`,
  title: `Title ${id}`,
  client: "A saree retailer in Surat",
  description: `Description ${id}`,
  category: "SEO",
  tags: [],
  date: "March 2025",
  imageUrl: "",
  link: "",
  caseStudy,
});

let asked: string[];
beforeEach(() => {
  asked = [];
  vi.stubGlobal("fetch", async ({ url }: Request) => {
    const id = new URL(url).pathname.slice(-1);
    asked.push(id);
    return Response.json(project(id, id === "a" ? "<h3>Figures of a</h3>" : ""));
  });
});

function open(id: string, edition: string) {
  render(
    <LanguageProvider lang="en" words={en}>
      <WebsiteContentProvider boot={{ lang: "en", edition } as Boot}>
        <CaseStudyDialog project={project(id)} onClose={() => {}} />
      </WebsiteContentProvider>
    </LanguageProvider>,
  );
}

test("P1 a case study is fetched once when opened, and again once there is newer content", async () => {
  open("a", "1");
  screen.getByText(en["common.loading"]);
  await screen.findByRole("heading", { name: "Figures of a" });
  cleanup();
  open("b", "1");
  await screen.findByText("Description b");
  cleanup();
  open("a", "1");
  await screen.findByText("Figures of a");
  expect(asked).toEqual(["a", "b"]);
  cleanup();
  open("a", "2");
  await screen.findByText("Figures of a");
  expect(asked).toEqual(["a", "b", "a"]);
});

test("P1 offline the dialog shows the card's text and a retry button", async () => {
  const usual = fetch;
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  open("a", "3");
  await screen.findByText(en["common.offline"]);
  screen.getByText("Description a");
  vi.stubGlobal("fetch", usual);
  await userEvent.click(screen.getByRole("button", { name: en["common.retry"] }));
  await screen.findByText("Figures of a");
});
