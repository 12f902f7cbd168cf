import { expect, test } from "vitest";
import itemCases from "../../../../../internal/domain/content/testdata/cases.json";
import cases from "../../../../../internal/domain/profile/testdata/cases.json";
import { collections } from "../../../api/collections.gen";
import { fields } from "../../../api/fields.gen";
import type { CollectionKey, FieldKey } from "../../../api/types";
import { type Rule, validate } from "./validate";

type Case = { field: string; value: string; issue: { code: string; want?: string } | null; normalized?: string };

const judge = (rule: Rule, { value, issue, normalized }: Case) =>
  expect(validate(rule, value)).toEqual(issue ? { issue } : { value: normalized ?? value });

test.each(cases as Case[])("E13 $field validates $value like the server", (one) => {
  judge(fields[one.field as FieldKey], one);
});

test.each(itemCases as (Case & { list: CollectionKey })[])("$list $field validates $value like the server", (one) => {
  const rules: Record<string, Rule> = collections[one.list].fields;
  judge(rules[one.field] as Rule, one);
});
