import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import en from "../../../../locales/en.json";
import type { Service } from "../../api/types";
import { LanguageProvider } from "../../i18n/language";
import { addToBasket, refreshBasket } from "../../lib/basket";
import { dismissToast, shownToasts } from "../../lib/toast";
import { Quantity } from "./quantity";

const bread = { id: "bread", title: "Bread", cost: "4000", revision: 3 };

afterEach(() => {
  refreshBasket([], true);
  for (const { id } of shownToasts()) dismissToast(id);
});

test.each<[number, string[]]>([
  [49, []],
  [50, [en["basket.full"]]],
])("adding a service to a basket of %i shows the notices %j", async (count, notices) => {
  for (let n = 0; n < count; n++) addToBasket({ ...bread, id: String(n) }, 1);
  render(
    <LanguageProvider lang="en" words={en}>
      <Quantity service={bread as unknown as Service} form="quote" />
    </LanguageProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Add Bread" }));
  expect(shownToasts().map(({ title }) => title)).toEqual(notices);
});
