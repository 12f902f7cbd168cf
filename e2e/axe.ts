// The accessibility checker axe. Its script is compiled once per document: this takes longer than most checks.
import type { Page } from "@playwright/test";
import axe from "axe-core";

type Check = { impact?: string };
type Rule = { id: string; any: Ref[]; all: Ref[]; none: Ref[]; impact?: string };
type Ref = string | { id: string };

const grave = new Set(["serious", "critical"]);
const { rules, checks } = (axe as unknown as { _audit: { rules: Rule[]; checks: Record<string, Check> } })._audit;

/** Whether a violation of the rule can be serious: a violation is as grave as the gravest of the rule's checks. */
const canBeGrave = ({ any, all, none, impact }: Rule) =>
  [impact, ...[...any, ...all, ...none].map((ref) => checks[typeof ref === "string" ? ref : ref.id]?.impact)].some(
    (impact) => impact && grave.has(impact),
  );

/** Leaves out the rules whose violations are never serious. */
export const seriously: axe.RunOptions = {
  rules: Object.fromEntries(rules.filter((rule) => !canBeGrave(rule)).map(({ id }) => [id, { enabled: false }])),
};

export const isGrave = ({ impact }: axe.Result) => grave.has(impact ?? "");

/** Violations in the page. Its frames are not checked. */
export async function violations(page: Page, options: axe.RunOptions): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (options) => {
      const there = window as unknown as { axe: typeof axe };
      return (await there.axe.run(document, options)).violations;
    },
    { resultTypes: ["violations"], iframes: false, ...options } satisfies axe.RunOptions,
  );
}
