import { adminPaths } from "./admin-paths.ts";
import { expect, test } from "./fixtures.ts";
import { at, languages, looked, words } from "./languages.ts";
import { openScreen } from "./owner.ts";
import { sound } from "./sound.ts";

/** The owner's screens in groups of eight: a test then takes a quarter of its time limit. */
const together = Array.from({ length: Math.ceil(adminPaths.length / 8) }, (_, i) => adminPaths.slice(8 * i, 8 * i + 8));

for (const lang of languages) {
  test.describe(lang, () => {
    // The wider window changes the layout, not the words, so one language is enough.
    test.skip(({ isMobile }) => (isMobile ? !looked.includes(lang) : lang !== "en"), "nightly in the other languages");
    test.use({ expectedErrors: [/404/] });

    test("H2 H11 SH1 home, its menu and its dialog have no serious accessibility problem", async ({ page }) => {
      await page.goto(at(lang, "/"));
      await sound(page);
      await page.locator("summary").click();
      await sound(page);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: words[lang]["home.share"] }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await sound(page);
    });

    for (const [clause, path] of [
      ["N1", "/nothing-here"],
      ["B1", "/blog"],
      ["B5", "/blog/reviews-and-replies"],
      ["P1", "/portfolio/saree-retailer-surat-social"],
      ["D1", "/download"],
    ] as const) {
      test(`${clause} ${path} has no serious accessibility problem`, async ({ page }) => {
        await page.goto(at(lang, path));
        await sound(page);
      });
    }

    for (const [clause, path] of [
      ["SV2 SV3", "/services"],
      ["P1 P2", "/portfolio"],
    ] as const) {
      test(`${clause} ${path} and its dialogs have no serious accessibility problem and return the focus`, async ({
        page,
      }) => {
        await page.goto(at(lang, path));
        await sound(page);
        const openers = page.locator("main [aria-haspopup=dialog]");
        for (const opener of [openers.first(), openers.nth(1)]) {
          await opener.click();
          await expect(page.getByRole("dialog")).toBeVisible();
          await sound(page);
          await page.keyboard.press("Escape");
          await expect(page.getByRole("dialog")).not.toBeVisible();
          await expect(opener).toBeFocused();
        }
      });
    }

    test("A1 the sign-in page has no serious accessibility problem", async ({ page }) => {
      await page.addInitScript((lang) => localStorage.setItem("language", lang), lang);
      await page.goto("/admin");
      await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
      await sound(page);
    });

    for (const paths of together) {
      test(`DB6 E1 the owner's screens from ${paths[0]} on have no serious accessibility problem`, async ({
        page,
        signIn,
        isMobile,
      }) => {
        // Each layout once in the wider window; every screen in every language on the phone.
        const chosen = isMobile ? paths : paths.filter((path) => /dashboard|address|qr|history/.test(path));
        test.skip(chosen.length === 0, "tested on the phone");
        await page.addInitScript((lang) => localStorage.setItem("language", lang), lang);
        await signIn();
        for (const path of chosen) {
          await openScreen(page, path);
          await sound(page);
        }
      });
    }
  });
}

test("serious problems are detected, also after a check without any", async ({ page, isMobile }) => {
  test.skip(!isMobile, "the width does not matter");
  await page.goto("/");
  await sound(page);
  // A touch hydrates the page. Later it would remove an element that React did not render.
  await page.getByRole("heading", { name: "Digital Market" }).tap();
  await page.waitForFunction(() => !window.__early);
  for (const [tag, rule] of [
    ["img", "image-alt"],
    ["p", "color-contrast"],
    ["button", "button-name"],
  ] as const) {
    await page.evaluate((tag) => {
      document.querySelector("[data-problem]")?.remove();
      const problem = document.createElement(tag);
      problem.dataset.problem = "";
      Object.assign(problem.style, { color: "#eee", background: "#fff", width: "90px", height: "50px" });
      if (tag === "img") problem.setAttribute("src", "/placeholder.svg");
      if (tag === "p") problem.textContent = "pale";
      document.querySelector("main")?.prepend(problem);
    }, tag);
    await expect(sound(page), rule).rejects.toThrow(rule);
  }
});
