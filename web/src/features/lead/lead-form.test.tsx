import { act, cleanup, render, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import en from "../../../../locales/en.json";
import type { LeadReceipt } from "../../api/leads";
import type { Asking, Boot } from "../../api/types";
import { WebsiteContentProvider } from "../../api/website-content";
import { LanguageProvider } from "../../i18n/language";
import { addToBasket, refreshBasket, useBasket } from "../../lib/basket";
import { dismissToast, shownToasts } from "../../lib/toast";
import { draftOf, dropDraft, keepTyped, typedText } from "./draft";
import { PortfolioDialog } from "./portfolio-dialog";
import { QuoteDialog } from "./quote-dialog";
import { dropToken } from "./token";

type Sent = { key: string | null; body: Record<string, unknown> };

const boot = { shell: { chatUrl: "https://wa.me/91" } } as Boot;
const chatUrl = "https://wa.me/91?text=DM-1042";
const accepted = () => Response.json({ reference: "DM-1042", chatUrl }, { status: 201 });
const problem = (status: number, body: object) => Response.json(body, { status });

let sent: Sent[];
let opened: number;
let answers: (() => Response | Promise<Response>)[];
const onClose = vi.fn();

beforeEach(() => {
  sent = [];
  opened = 0;
  answers = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET")
      return Response.json({
        token: `token ${++opened}`,
        waitMs: -250,
        liveMs: 7_200_000,
        targets: [],
        bits: 0,
        rounds: 1,
      });
    sent.push({ key: request.headers.get("Idempotency-Key"), body: await request.json() });
    return (answers.shift() ?? accepted)();
  });
});

afterEach(() => {
  dropDraft("quote_request");
  dropDraft("portfolio_request");
  dropToken();
  refreshBasket([], true);
  while (shownToasts()[0]) dismissToast(shownToasts()[0]?.id ?? 0);
});

function open(chosen: string | null = "SEO", asking?: Asking) {
  render(
    <LanguageProvider lang="en" words={en}>
      <WebsiteContentProvider boot={{ ...boot, ...(asking && { asking }) }}>
        {chosen === null ? (
          <PortfolioDialog onClose={onClose} />
        ) : (
          <QuoteDialog services={["SEO", "Ads"]} chosen={chosen} hasBasket={chosen === ""} onClose={onClose} />
        )}
      </WebsiteContentProvider>
    </LanguageProvider>,
  );
  return userEvent.setup();
}

/** Lets the next message wait for its answer. Returns a function that gives it. */
function later(response: () => Response) {
  let answer: (response: Response) => void = () => {};
  const answered = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  answers = [() => answered];
  return () => answer(response());
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
const submit = () => screen.getByRole<HTMLButtonElement>("button", { name: en["services.quote.submit"] });
const offered = () => {
  cleanup();
  render(shownToasts()[0]?.action?.(1));
  return screen.getByRole<HTMLAnchorElement>("link", { name: "Continue on WhatsApp" }).href;
};
const toasts = () => shownToasts().map(({ title, description, list }) => [list, title, description]);

async function fill(user: ReturnType<typeof open>) {
  await user.type(field("Name"), "Bakery");
  await user.type(field("Email"), "bakery@example.in");
  await user.type(field("Project message"), "Posters");
}

test("SV2 a quote request includes the card's service and is confirmed only once it is stored", async () => {
  const user = open("Ads");
  await fill(user);
  await user.click(submit());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent[0]?.body).toMatchObject({
    kind: "quote_request",
    name: "Bakery",
    message: "Posters",
    phone: "",
    services: ["Ads"],
    language: "en",
    token: "token 1",
    solution: "",
    homepage: "",
    consent: en["lead.consent.version"],
  });
  expect(toasts()).toEqual([["main", "Quote Request Submitted", "We'll get back to you within 24 hours."]]);
  expect(shownToasts()[0]?.note).toContain("DM-1042");
  expect(offered()).toBe(chatUrl);
});

test("SV2 missing or invalid values are reported at their fields, and nothing is sent", async () => {
  const user = open();
  await user.type(field("Email"), "nobody");
  await user.type(field("Phone"), "call me");
  await user.type(field("Project message"), "   ");
  await user.click(submit());
  const invalid = screen.getAllByRole("textbox").filter((input) => input.getAttribute("aria-invalid") === "true");
  expect(invalid.map((input) => input.getAttribute("name"))).toEqual(["name", "email", "phone", "message"]);
  expect(document.activeElement).toBe(field("Name"));
  screen.getByText("Name is required");
  screen.getByText(en["lead.issue.invalid_email"]);
  expect(sent).toEqual([]);
});

test("SV2 an email address without a dot in its domain is refused before it is sent", async () => {
  const user = open();
  await fill(user);
  await user.clear(field("Email"));
  await user.type(field("Email"), "visitor@localhost");
  await user.click(submit());
  screen.getByText(en["lead.issue.invalid_email"]);
  expect(sent).toEqual([]);
});

test("L1 a failure keeps the text, and the retry uses the same key", async () => {
  const user = open();
  await fill(user);
  answers = [() => problem(503, { code: "unavailable" }), () => Promise.reject(new TypeError("offline"))];
  await user.click(submit());
  await screen.findByText(en["lead.error"]);
  await user.click(submit());
  await screen.findByText(en["lead.error.offline"]);
  expect(field("Project message").value).toBe("Posters");
  expect(onClose).not.toHaveBeenCalled();
  await user.click(submit());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
});

test("L1 closing the dialog keeps the draft; after success the form is empty with a new key", async () => {
  const user = open("SEO");
  await fill(user);
  cleanup();
  const again = open("Ads");
  expect(field("Project message").value).toBe("Posters");
  expect(screen.getAllByRole<HTMLInputElement>("checkbox").map(({ checked }) => checked)).toEqual([true, true]);
  await again.click(submit());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  cleanup();
  const fresh = open("SEO");
  expect(field("Name").value).toBe("");
  await fill(fresh);
  await fresh.click(submit());
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[0]?.key).not.toBe(sent[1]?.key);
});

test("L1 a draft survives a killed page with the same key until it is sent", async () => {
  const user = open("Ads");
  await fill(user);
  answers = [() => Promise.reject(new TypeError("the answer was lost"))];
  await user.click(submit());
  await screen.findByText(en["lead.error.offline"]);
  cleanup();

  vi.resetModules();
  const { draftOf, typedText } = await import("./draft");
  const draft = draftOf("quote_request");
  expect(typedText(draft.typed, "message")).toBe("Posters");
  expect(draft.typed.getAll("services")).toEqual(["Ads"]);
  expect(draft.key).toBe(sent[0]?.key);

  const again = open();
  await again.click(submit());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(Object.values(sessionStorage).join()).not.toContain("Posters");
});

test("the offline message disappears when the connection is back", async () => {
  const user = open();
  await fill(user);
  answers = [() => problem(503, { code: "unavailable" }), () => Promise.reject(new TypeError("offline"))];
  await user.click(submit());
  await screen.findByText(en["lead.error"]);
  act(() => void dispatchEvent(new Event("online")));
  screen.getByText(en["lead.error"]);
  await user.click(submit());
  await screen.findByText(en["lead.error.offline"]);
  act(() => void dispatchEvent(new Event("online")));
  expect(screen.queryByText(en["lead.error.offline"])).toBeNull();
  expect(field("Project message").value).toBe("Posters");
});

test("without storage the draft survives closing the dialog", async () => {
  vi.stubGlobal("sessionStorage", { clear() {} });
  const user = open();
  await fill(user);
  cleanup();
  open();
  expect(field("Project message").value).toBe("Posters");
});

test("L1 a message changed after a stored attempt is sent as a new message", async () => {
  const user = open();
  await fill(user);
  answers = [
    () => Promise.reject(new TypeError("the answer was lost")),
    () => problem(422, { code: "invalid", issues: [{ field: "Idempotency-Key", code: "invalid" }] }),
  ];
  await user.click(submit());
  await screen.findByText(en["lead.error.offline"]);
  await user.type(field("Project message"), " for Diwali");
  await user.click(submit());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.map(({ body }) => body.message)).toEqual(["Posters", "Posters for Diwali", "Posters for Diwali"]);
  expect(sent[1]?.key).toBe(sent[0]?.key);
  expect(sent[2]?.key).not.toBe(sent[0]?.key);
});

test("L1 an expired or used token is replaced without the visitor noticing", async () => {
  const user = open();
  await fill(user);
  answers = [
    () => problem(422, { code: "invalid", issues: [{ field: "token", code: "invalid" }] }),
    () => problem(409, { code: "conflict" }),
  ];
  await user.click(submit());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.map(({ body }) => body.token)).toEqual(["token 1", "token 2", "token 3"]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

test("the server's issues are shown at their fields", async () => {
  const user = open();
  await fill(user);
  answers = [() => problem(422, { code: "invalid", issues: [{ field: "name", code: "too_long", want: "120" }] })];
  await user.click(submit());
  await screen.findByText("Name must be at most 120 characters");
  expect(document.activeElement).toBe(field("Name"));
});

test("a too long message is not cut, is counted near the limit, and is refused with an explanation", async () => {
  const user = open();
  await fill(user);
  const counter = () => screen.queryByText(/of at most 4000 characters/)?.textContent;
  await user.click(field("Project message"));
  await user.paste("ક્ષ".repeat(1300));
  expect(counter()).toBeUndefined();
  await user.paste("x".repeat(4000));
  expect(counter()).toBe("5307 of at most 4000 characters");
  answers = [() => problem(422, { code: "invalid", issues: [{ field: "message", code: "too_long", want: "4000" }] })];
  await user.click(submit());
  await screen.findByText("Project message must be at most 4000 characters");
  expect(field("Project message").value).toHaveLength(7 + 3 * 1300 + 4000);
});

test("P2 P4 a portfolio request needs all four fields, disables its button while busy, and shows its toasts in the stack", async () => {
  const user = open(null);
  const button = () => screen.getByRole<HTMLButtonElement>("button", { name: en["portfolio.request.submit"] });
  await user.click(button());
  expect(document.querySelectorAll("[aria-invalid=true]")).toHaveLength(4);
  await user.type(field("Name"), "Bakery");
  await user.type(field("Email"), "bakery@example.in");
  await user.type(field("Phone"), "+91 (૭૯) 2640-0०००");
  await user.type(field("Company"), "Textile works");

  answers = [() => problem(503, { code: "unavailable" })];
  await user.click(button());
  await waitFor(() =>
    expect(toasts()).toEqual([["stack", "There was a problem submitting your request. Please try again.", undefined]]),
  );
  expect(field("Company").value).toBe("Textile works");

  const answer = later(accepted);
  await user.click(button());
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Submitting..." }).disabled).toBe(true);
  answer();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(toasts().at(-1)).toEqual(["stack", "Your request has been submitted! We'll get back to you soon.", undefined]);
  expect(offered()).toBe(chatUrl);
});

const names = () =>
  screen.getAllByRole<HTMLInputElement>("textbox", { hidden: false }).map(({ name, required }) => [name, required]);

test.each([
  [undefined, ["email", true], ["phone", false]],
  ["email", ["email", true], ["phone", false]],
  ["phone", ["phone", true], ["email", false]],
  ["either", ["phone", false], ["email", false]],
] as const)("a form that needs %s asks for it first", (contact, first, second) => {
  open("SEO", contact && { contact });
  expect(names()).toEqual([["name", true], first, second, ["message", true]]);
});

test("where a phone number or an email address is enough, a form with neither is not sent", async () => {
  const user = open("SEO", { contact: "either" });
  screen.getByText(en["lead.either"]);
  await user.type(field("Name"), "Asha");
  await user.type(field("Project message"), "A cake");
  await user.click(submit());
  screen.getByText(en["lead.issue.unreachable"]);
  expect(sent).toEqual([]);
  await user.type(field("Phone"), "98250 12345");
  await user.click(submit());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent[0]?.body).toMatchObject({ phone: "98250 12345", email: "" });
});

test("a portfolio request without a trade asks for the company", () => {
  open(null);
  expect(names().map(([name]) => name)).toEqual(["name", "email", "phone", "company"]);
  cleanup();
  open(null, { contact: "phone", noCompany: true });
  expect(names().map(([name]) => name)).toEqual(["name", "phone", "email"]);
});

const questions = [
  { kind: "date", label: "Which day?", needed: true },
  {
    kind: "time",
    label: "At what time?",
    choices: ["10:00 AM", "10:30 AM"],
    days: [[0], [0, 1], [0], [0], [0], [0], []],
  },
  { kind: "number", label: "How many?" },
  { kind: "choice", label: "Which size?", choices: ["Small", "Large"] },
  { kind: "text", label: "Anything else?" },
] as const satisfies Asking["questions"];
const asks = () => ({ contact: "phone", questions: structuredClone(questions) }) as unknown as Asking;
const ask = (user: ReturnType<typeof open>) => user.click(submit());

test("answers to the owner's questions are sent with their labels", async () => {
  const user = open("SEO", asks());
  await user.type(field("Name"), "Asha");
  await user.type(field("Phone"), "98250 12345");
  await user.type(field("Project message"), "A cake");
  await ask(user);
  screen.getByText("Which day? is required");
  expect(sent).toEqual([]);
  const times = () => screen.getByLabelText<HTMLSelectElement>(/^At what time/).textContent;
  expect(times()).toContain("10:30 AM");
  await user.type(screen.getByLabelText(/^Which day/), "2026-11-23"); // a Monday
  expect(times()).not.toContain("10:30 AM");
  await user.clear(screen.getByLabelText(/^Which day/));
  await user.type(screen.getByLabelText(/^Which day/), "2026-11-29"); // a Sunday
  screen.getByText(en["lead.closed"]);
  await user.selectOptions(screen.getByLabelText(/^At what time/), "10:30 AM");
  await user.type(screen.getByLabelText(/^How many/), "૨૦");
  await user.selectOptions(screen.getByLabelText(/^Which size/), "Large");
  await ask(user);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent[0]?.body.details).toEqual([
    { label: "Which day?", value: "2026-11-29" },
    { label: "At what time?", value: "10:30 AM" },
    { label: "How many?", value: "૨૦" },
    { label: "Which size?", value: "Large" },
    { label: "Anything else?", value: "" },
  ]);
});

test("a refused answer is reported at its question", async () => {
  const user = open("SEO", asks());
  answers = [() => problem(422, { code: "invalid", issues: [{ field: "detail:How many?", code: "invalid" }] })];
  await user.type(field("Name"), "Asha");
  await user.type(field("Phone"), "98250 12345");
  await user.type(field("Project message"), "A cake");
  await user.type(screen.getByLabelText(/^Which day/), "2026-11-23");
  await ask(user);
  await screen.findByText(en["lead.issue.invalid"]);
  expect(document.activeElement).toBe(screen.getByLabelText(/^How many/));
});

test("a visitor whose form lacks a new question is asked to reload the page", async () => {
  const user = open("SEO", { contact: "phone" });
  answers = [() => problem(422, { code: "invalid", issues: [{ field: "detail:A new question?", code: "required" }] })];
  await user.type(field("Name"), "Asha");
  await user.type(field("Phone"), "98250 12345");
  await user.type(field("Project message"), "A cake");
  await ask(user);
  await screen.findByText(en["lead.error.form"]);
  expect(field("Project message").value).toBe("A cake");
});

test("a form without questions sends none", async () => {
  const user = open();
  await fill(user);
  await ask(user);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent[0]?.body).not.toHaveProperty("details");
});

const sending = () => screen.getByRole<HTMLButtonElement>("button", { name: en["lead.submitting"] });

test("a form cannot be changed while it is sent, nor sent again from a dialog that was opened again", async () => {
  const user = open();
  await fill(user);
  const answer = later(accepted);
  await user.click(submit());
  await user.type(field("Name"), " and sons");
  expect(field("Name").value).toBe("Bakery");
  cleanup();
  const again = open("Ads");
  expect(sending().disabled).toBe(true);
  await again.type(field("Project message"), " and flyers");
  expect(field("Project message").value).toBe("Posters");
  await waitFor(() => expect(sent).toHaveLength(1));
  answer();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  cleanup();
  open();
  expect(field("Name").value).toBe("");
  expect(submit().disabled).toBe(false);
});

test("a draft that changed while its message was sent is kept", async () => {
  const user = open();
  await fill(user);
  const answer = later(accepted);
  await user.click(submit());
  await waitFor(() => expect(sent).toHaveLength(1));
  const other = new FormData();
  other.set("message", "Flyers");
  keepTyped("quote_request", other);
  answer();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(typedText(draftOf("quote_request").typed, "message")).toBe("Flyers");
});

test("what is added to the basket while it is sent stays in it", async () => {
  const bread = { id: "bread", title: "Bread", cost: "4000", revision: 3 };
  const cake = { id: "cake", title: "Cake", cost: "65000", revision: 4 };
  addToBasket(bread, 2);
  addToBasket(cake, 1);
  const user = open("");
  const items = [{ label: "Bread", value: "2 × ₹40 = ₹80" }];
  const answer = later(() => Response.json({ reference: "DM-1", chatUrl: "", items }, { status: 201 }));
  await user.type(field("Name"), "Asha");
  await user.type(field("Email"), "asha@example.in");
  await user.click(screen.getByRole("button", { name: en["basket.sendChat"] }));
  await waitFor(() => expect(sent).toHaveLength(1));
  act(() => {
    addToBasket(bread, 1);
    addToBasket({ ...cake, id: "tart", title: "Tart" }, 1);
  });
  answer();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const { result } = renderHook(useBasket);
  expect(result.current.map(({ id, quantity }) => [id, quantity])).toEqual([
    ["bread", 1],
    ["tart", 1],
  ]);
});

test("a message that is refused after its dialog was closed is reported", async () => {
  const user = open();
  await fill(user);
  const answer = later(() => problem(422, { code: "invalid", issues: [{ field: "name", code: "too_long" }] }));
  await user.click(submit());
  await waitFor(() => expect(sent).toHaveLength(1));
  cleanup();
  open();
  answer();
  await waitFor(() => expect(submit().disabled).toBe(false));
  expect(toasts()).toEqual([["main", en["toast.error"], en["lead.failure"]]]);
});

const line = { label: "Bread", value: "1 × ₹50", item: { quantity: 1, price: "₹50" } };

/** Sends a basket. Returns how often a tab was opened and the page was left. */
async function sendBasket(receipt: Partial<LeadReceipt>) {
  const opens = vi.spyOn(window, "open").mockReturnValue(null);
  const leaves = vi.spyOn(location, "assign").mockReturnValue();
  addToBasket({ id: "bread", title: "Bread", cost: "4000", revision: 3 }, 1);
  answers = [() => Response.json({ reference: "DM-1", chatUrl, ...receipt }, { status: 201 })];
  const user = open("");
  await user.type(field("Name"), "Asha");
  await user.type(field("Email"), "asha@example.in");
  await user.click(screen.getByRole("button", { name: en["basket.sendChat"] }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  return [opens.mock.calls.length, leaves.mock.calls.length];
}

test("after a basket was sent, the chat opens, in this tab if the browser allows no other", async () => {
  expect(await sendBasket({ items: [line] })).toEqual([1, 1]);
});

test.each<[string, Partial<LeadReceipt>, string]>([
  ["a price has changed", { items: [{ ...line, item: { ...line.item, changed: true } }] }, "Bread: 1 × ₹50"],
  [
    "a photo was lost",
    { items: [line], lost: [{ name: "one.jpg", reason: "unavailable" }] },
    en["lead.photos.lost.unavailable"].replace("{name}", "one.jpg"),
  ],
])("if %s, a notice says so and offers the chat, which does not open by itself", async (_, receipt, notice) => {
  expect(await sendBasket(receipt)).toEqual([0, 0]);
  const { description = "", note = "" } = shownToasts()[0] ?? {};
  expect(description + note).toContain(notice);
  expect(offered()).toBe(chatUrl);
});
