import { expect, test } from "vitest";
import cases from "../../../../../internal/profile/testdata/cases.json";
import { fields } from "../../../api/fields.gen";
import type { FieldKey } from "../../../api/types";
import { validate } from "./validate";

type Case = { field: string; value: string; issue: { code: string; want?: string } | null; normalized?: string };

test.each(cases as Case[])("E13 $field judges $value as the server does", ({ field, value, issue, normalized }) => {
  const verdict = validate(fields[field as FieldKey], value);
  if (issue) expect(verdict).toEqual({ issue });
  else expect(verdict).toEqual({ value: normalized ?? value });
});
