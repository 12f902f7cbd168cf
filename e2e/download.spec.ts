import jsQR from "jsqr";
import { expect, test } from "./fixtures.ts";
import { at, languages } from "./languages.ts";
import { saveSite } from "./owner.ts";
import { pixelsOf } from "./pixels.ts";

const badges = {
  en: ["GET IT ON", "DOWNLOAD ON THE", "DIRECT DOWNLOAD"],
  hi: ["यहाँ से पाएँ", "यहाँ से पाएँ", "सीधा डाउनलोड"],
  gu: ["અહીંથી મેળવો", "અહીંથી મેળવો", "સીધું ડાઉનલોડ"],
};

for (const lang of languages) {
  test(`D1 D2 D5 the ${lang} download page has address, hours, three buttons, feedback and a link home`, async ({
    page,
  }) => {
    await page.goto(at(lang, "/download"));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator('a[href^="https://www.google.com/maps/search/"]').first()).toHaveAttribute(
      "target",
      "_blank",
    );
    const subtitles = ["Google Play", "App Store", "Android APK"];
    for (const [index, title] of badges[lang].entries()) {
      const button = page.getByRole("link", { name: new RegExp(`${title}\\s*${subtitles[index]}`) });
      await expect(button).toBeVisible();
    }
    await expect(page.locator('a[href="https://example.com/feedback"]')).toBeVisible();
    await expect(page.locator(`a[href="${at(lang, "/")}"]`).first()).toBeVisible();
  });
}

test("D1 the download page shows the default hours", async ({ page }) => {
  await page.goto("/download");
  for (const text of ["9:00 AM to 6:00 PM", "10:00 AM to 4:00 PM", "Closed"]) {
    await expect(page.getByText(text).first()).toBeVisible();
  }
});

test("D2 the owner's app address gets https:// if it has no scheme", async ({ page, site, signIn }) => {
  await signIn();
  await saveSite(page, site, { appDownloadUrl: "files.example.in/app.apk" });
  await page.goto("/download");
  await expect(page.getByRole("link", { name: /DIRECT DOWNLOAD/ })).toHaveAttribute(
    "href",
    "https://files.example.in/app.apk",
  );
});

test("D3 there are three editions, standard first, and choosing one changes nothing else", async ({ page }) => {
  const counted = page.waitForRequest((request) => request.url().endsWith("/api/v1/visits"));
  await page.goto("/download");
  await counted; // the page view, sent once the page is ready
  const radios = page.getByRole("radio");
  await expect(radios).toHaveCount(3);
  await expect(radios.first()).toBeChecked();
  for (const text of [
    /basic features for small businesses/i,
    /advanced features for growing businesses/i,
    /complete solution for large enterprises/i,
  ]) {
    await expect(page.getByText(text)).toBeVisible();
  }
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") calls.push(request.url());
  });
  await page.locator("label", { hasText: "Enterprise" }).click();
  await expect(page.getByRole("radio", { name: /Enterprise/ })).toBeChecked();
  expect(calls).toEqual([]);
});

test("D4 the QR code has the owner's size, label and description, and can be downloaded", async ({ page }) => {
  await page.goto("/gu/download");
  const code = page.locator('img[src="/gu/qr/screen.svg"]');
  await expect(code).toBeVisible();
  expect(Math.round((await code.boundingBox())?.width ?? 0)).toBe(200);
  await page.goto("/download");
  await expect(page.getByText("Scan to Visit", { exact: true })).toBeVisible();
  await expect(page.getByText("Scan with any QR scanner to visit our digital profile")).toBeVisible();
  for (const file of ["screen.svg", "screen.png", "print.svg", "print.png"]) {
    const link = page.locator(`a[href="/qr/${file}?save"]`);
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    expect(download.suggestedFilename()).toBe(`qr-${file}`);
  }
});

test.describe("inside Instagram", () => {
  test.use({
    userAgent:
      "Mozilla/5.0 (Linux; Android 14; SM-A146B) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 Instagram 350.0.0.0.0 Android",
  });

  test("D2 H10 a download that would fail silently shows an explanation instead", async ({ page }) => {
    await page.goto("/download");
    await page.getByRole("link", { name: /DIRECT DOWNLOAD/ }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole("button", { name: /copy/i })).toBeVisible();
    await expect(dialog.locator('a[href^="intent://"]')).toBeVisible();
    await page.goto("/");
    await page.locator('a[href="/contact.vcf"]').click();
    await expect(page.getByRole("dialog")).toBeVisible();
  });
});

test("D4 E5 the QR code with the owner's picture can be scanned in every colour and size", async ({
  page,
  site,
  signIn,
}) => {
  await signIn();
  await page.goto("/download");
  for (const color of ["#DAA520", "#1E40AF", "#10B981", "#EF4444", "#8B5CF6"]) {
    await saveSite(page, site, { qrCodeSettings: { color } });
    for (const side of [100, 200, 400]) {
      const data = await pixelsOf(page, `/qr/screen.svg?${color.slice(1)}`, side);
      expect(jsQR(data, side, side)?.data, `${color} at ${side} px`).toBe(`${site.baseURL}/download`);
      const middle = data.slice((side * side * 4) / 2 + side * 2, (side * side * 4) / 2 + side * 2 + 3);
      expect([...middle], "the picture is there").not.toEqual([255, 255, 255]);
    }
  }
  const print = await pixelsOf(page, "/qr/print.png", 400);
  expect(jsQR(print, 400, 400)?.data).toBe(`${site.baseURL}/download`);
});
