import { expect, test } from "vitest";
import { inAppPlatform, intentUrl } from "./in-app";

const android = "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36";
const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";

test.each([
  [`${android} Instagram 350.0.0.0 Android (34/14; 420dpi)`, "android"],
  [`${android} [FB_IAB/FB4A;FBAV/480.0.0.0;]`, "android"],
  [`${iphone} Instagram 350.0.0.0 (iPhone15,2; iOS 18_0)`, "ios"],
  [`${iphone} [FBAN/FBIOS;FBAV/480.0.0.0;FBDV/iPhone15,2]`, "ios"],
  ["Mozilla/5.0 (Macintosh) Instagram 1.0", "other"],
  [android, null],
  [`${iphone} Version/18.0 Safari/604.1`, null],
  ["facebookexternalhit/1.1", null],
])("the in-app platform of %s is %s", (userAgent, platform) => {
  expect(inAppPlatform(userAgent)).toBe(platform);
});

test("the Android intent has the complete URL, also as its fallback", () => {
  expect(intentUrl("https://example.in/gu/contact.vcf?a=1")).toBe(
    "intent://example.in/gu/contact.vcf?a=1#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;S.browser_fallback_url=https%3A%2F%2Fexample.in%2Fgu%2Fcontact.vcf%3Fa%3D1;end",
  );
});
