import { expect, test } from "vitest";
import en from "../../../../../locales/en.json";
import { translator } from "../../../i18n/words";
import { channelText } from "./channel-text";

test.each([
  ["instagram", "Instagram"],
  ["walkin", "Walk-in"],
  ["code:board", "Printed code board"],
  ["link:diwali", "Short link diwali"],
  ["site:example.com", "example.com"],
  ["named:shop-board", "shop-board"],
  ["named:a:b", "a:b"],
])("the channel %s is called %s", (channel, name) => {
  expect(channelText(translator(en), channel)).toBe(name);
});
