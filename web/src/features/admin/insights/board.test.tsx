import { fireEvent, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { Link, MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import en from "../../../../../locales/en.json";
import type { Stats } from "../../../api/insights";
import { LanguageProvider } from "../../../i18n/language";
import { Board } from "./board";
import { FileContext } from "./files";

const nothing = { columns: [], rows: [], others: 0, rest: {} };

const stats: Stats = {
  period: "7d",
  days: { from: "2026-11-10", until: "2026-11-16" },
  before: { from: "2026-11-03", until: "2026-11-09" },
  today: "2026-11-16",
  since: "2026-11-01",
  money: true,
  total: { visits: 30, taps: 9, leads: 3, won: 1, value: 12_000 },
  totalBefore: { visits: 40, taps: 9, leads: 2 },
  each: [{ visits: 1 }, {}, {}, {}, {}, { visits: 20, taps: 8 }, { visits: 9, taps: 1 }],
  eachBefore: [{ visits: 40 }, {}, {}, {}, {}, {}, {}],
  hours: Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 24 }, (_, hour) => (day === 3 && hour === 20 ? 5 : 0)),
  ),
  live: { visits: 2, today: { visits: 9, taps: 1 } },
  reports: {
    funnel: nothing,
    channels: {
      columns: ["visits", "taps", "leads", "won", "value"],
      rows: [{ key: "instagram", name: "Instagram", visits: 20, taps: 6, leads: 2 }],
      others: 4,
      rest: { visits: 10 },
    },
    campaigns: nothing,
    links: nothing,
    pages: nothing,
    languages: nothing,
    codes: nothing,
    left: nothing,
  },
};

function show(shown: Stats, codes?: ReactNode) {
  render(
    <MemoryRouter>
      <LanguageProvider lang="en" words={en}>
        <FileContext value={(report) => `/file?report=${report}`}>
          <Board stats={shown} codes={codes} />
        </FileContext>
      </LanguageProvider>
    </MemoryRouter>,
  );
}

const region = (name: string) => within(screen.getByRole("region", { name }));

test("the chart has a summary for screen readers, and the arrow keys read out each day", () => {
  show(stats);
  const days = region(en["insights.report.days"]);
  expect(days.getByRole("img").getAttribute("aria-label")).toBe(
    "Visits over time: 30 visits, 40 in the days before. Most on Sunday, 15 Nov: 20.",
  );
  const slider = days.getByRole("slider");
  expect(slider.getAttribute("aria-valuetext")).toBe("Sunday, 15 Nov: 20 visits, 8 taps, before: 0");
  fireEvent.change(slider, { target: { value: "0" } });
  expect(slider.getAttribute("aria-valuetext")).toBe("Tuesday, 10 Nov: 1 visit, 0 taps, before: 40");
});

test("a decrease is shown in words, not by colour alone", () => {
  show(stats);
  expect(screen.getByText("25% less")).toBeDefined();
  expect(screen.getByText("was 40")).toBeDefined();
  expect(screen.getByText("1 more")).toBeDefined();
  expect(screen.getByText("₹12,000 more")).toBeDefined();
});

test("if visits were not counted on all previous days, only leads and money are compared", () => {
  show({ ...stats, since: "2026-11-04" });
  expect(screen.getAllByText(en["insights.uncompared"])).toHaveLength(2);
  expect(screen.queryByText("25% less")).toBeNull();
  expect(screen.getByText("1 more")).toBeDefined();
  expect(screen.getByText("₹12,000 more")).toBeDefined();
});

test("a chart can be replaced by its table, which includes the remaining rows", () => {
  show(stats);
  const channels = region(en["insights.report.channels"]);
  fireEvent.click(channels.getByRole("button", { name: /Show table/ }));
  const cells = channels.getAllByRole("row").map((row) => [...row.children].map((cell) => cell.textContent));
  expect(cells).toEqual([
    ["Channel", "Visits", "Taps", "Leads", "Won", "Won, in ₹"],
    ["Instagram", "20", "6", "2", "0", "₹0"],
    ["Others (4)", "10", "0", "0", "0", "₹0"],
  ]);
  expect(channels.getByRole("link").getAttribute("href")).toBe("/file?report=channels");
});

test("the selected hour is read out when moving by hour and by day", () => {
  show(stats);
  const hours = region(en["insights.report.hours"]);
  expect(hours.getByRole("img").getAttribute("aria-label")).toBe("Busiest: Thursday, 8 pm to 9 pm");
  const slider = hours.getByRole<HTMLInputElement>("slider");
  expect([slider.min, slider.max, slider.getAttribute("aria-valuetext")]).toEqual([
    "0",
    "167",
    "Thursday, 8 pm to 9 pm: 5 visits",
  ]);
  fireEvent.keyDown(slider, { key: "ArrowDown" });
  expect(slider.getAttribute("aria-valuetext")).toBe("Friday, 8 pm to 9 pm: 0 visits");
  fireEvent.change(slider, { target: { value: "167" } });
  expect(slider.getAttribute("aria-valuetext")).toBe("Sunday, 11 pm to 12 am: 0 visits");
  fireEvent.keyDown(slider, { key: "ArrowDown" });
  expect(slider.value).toBe("167");
  expect(document.querySelector("[aria-live]")).toBeNull();
});

test("codes that do not fit are shown as a sum, with a link to all codes", () => {
  const codes = {
    columns: ["scans", "leads"] as const,
    rows: [{ key: "code:k7m2p", name: "QR: Shop board", scans: 3 }],
    others: 6,
    rest: { scans: 12 },
  };
  const shown = { ...stats, reports: { ...stats.reports, codes: { ...codes, columns: [...codes.columns] } } };
  show(shown, <Link to="/admin/codes">All codes</Link>);
  const panel = region(en["insights.report.codes"]);
  const last = panel.getAllByRole("listitem").at(-1);
  expect(last?.textContent).toBe("Others (6)All codes");
  expect(last?.querySelector("a")?.getAttribute("href")).toBe("/admin/codes");
  fireEvent.click(panel.getByRole("button", { name: /Show table/ }));
  expect(panel.getAllByRole("row").at(-1)?.textContent).toBe("Others (6)120");
});

test("without money values no rupees are shown", () => {
  show({ ...stats, money: false });
  expect(document.body.textContent).not.toContain("₹");
});
