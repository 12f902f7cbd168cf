// The fixtures of the end-to-end tests: the built binary with its own database (one per worker), and a page that must
// not report errors. `import { expect, test } from "./fixtures.ts"`.
import { test as base } from "@playwright/test";
import { type Mailbox, openMailbox, openSite, type Site } from "../scripts/site.ts";

/** Less than the time for which a toast is shown (web/src/lib/toast.ts), so a toast that is gone by then was closed. */
export const sooner = { timeout: 3_000 };

type Fixtures = {
  /** Console errors that a test expects: `test.use({ expectedErrors: [/503/] })`. Any other error fails the test. */
  expectedErrors: RegExp[];
  /** Signs the browser in as the owner, without the sign-in screen. */
  signIn: () => Promise<void>;
  /** Starts a site for this test. It stops after the test's pages, which would report errors without it. */
  anotherSite: typeof openSite;
  /** A mail server for this test. */
  mailbox: Mailbox;
  quiet: undefined;
};

/** The tables of the lists, which have a column deleted_at. */
async function listsOf(site: Site): Promise<string[]> {
  const tables = await site.sql<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'deleted_at'",
  );
  return tables.map(({ name }) => name).filter((name) => !name.startsWith(installed));
}

const installed = "installed_";

/** Copies the lists as they are after installation. */
async function remember(site: Site) {
  for (const list of await listsOf(site)) await site.sql(`create table ${installed}${list} as table ${list}`);
}

/** Restores the lists; returns whether anything was different. */
async function restoreLists(site: Site): Promise<boolean> {
  const lists = await listsOf(site);
  const differing = lists.map(
    (list) => `(table ${list} except table ${installed}${list})
    union all (table ${installed}${list} except table ${list})`,
  );
  const [row] = await site.sql<{ changed: boolean }>(
    `select ${differing.map((rows) => `exists (${rows})`).join(" or ")} as changed`,
  );
  if (!row?.changed) return false;
  await site.sql("delete from item_revisions");
  await site.sql("delete from item_addresses");
  for (const list of lists) {
    await site.sql(`delete from ${list}`);
    await site.sql(`insert into ${list} table ${installed}${list}`);
  }
  return true;
}

/**
 * Saves what STATE names before the tests: `saved` saves every field as it is, `agency` chooses that trade. The tests of
 * the specification's clauses must pass in both.
 */
async function enter(site: Site, state = process.env.STATE) {
  if (!state) return;
  const { headers } = await fetch(`${site.baseURL}/api/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(site.owner),
  });
  const cookie = headers.getSetCookie().map((set) => set.split(";", 1)[0]);
  const owner = { "content-type": "application/json", cookie: cookie.join("; ") };
  const { revision, site: stored } = await (
    await fetch(`${site.baseURL}/api/v1/site/stored`, { headers: owner })
  ).json();
  const answer = await fetch(`${site.baseURL}/api/v1/site`, {
    method: "PATCH",
    headers: owner,
    body: JSON.stringify({ revision, site: state === "agency" ? { trade: state } : stored }),
  });
  if (!answer.ok) throw new Error(`save: ${answer.status} ${await answer.text()}`);
  await site.sql("delete from website_content where id < (select max(id) from website_content)");
}

/** Resets the site to its state after installation, whatever the previous test saved. */
async function asInstalled(site: Site) {
  await site.sql("delete from media");
  await site.sql("delete from codes");
  const gone = await site.sql(
    "delete from website_content where id > (select min(id) from website_content) returning id",
  );
  const restored = await restoreLists(site);
  if (gone.length === 0 && !restored) return;
  await site.sql(`with raised as (update site_version set version = version + 1, named = false returning version)
    select pg_notify('site_changed', version::text) from raised`);
  const [row] = await site.sql<{ version: string }>("select version from site_version");
  const shown = async () => (await (await fetch(`${site.baseURL}/api/v1/site`)).json()).version;
  await base.expect.poll(shown).toBe(Number(row?.version));
}

/**
 * Chromium's error about the test runner's own scripts, which also try to run in the sandboxed frame of the preview.
 * Without the runner there is no such error. A Go test checks that a preview holds no script.
 */
const runners = /^Blocked script execution in 'about:(blank|srcdoc)'/;

export const test = base.extend<Fixtures, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const site = await openSite();
      await enter(site);
      await remember(site);
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],

  baseURL: ({ site }, use) => use(site.baseURL),

  expectedErrors: [[], { option: true }],

  signIn: ({ context, site }, use) =>
    use(async () => {
      const answer = await context.request.post(`${site.baseURL}/api/v1/session`, { data: site.owner });
      if (!answer.ok()) throw new Error(`sign in: ${answer.status()} ${await answer.text()}`);
    }),

  anotherSite: async ({ context }, use) => {
    const sites: Site[] = [];
    await use(async (...how) => {
      const site = await openSite(...how);
      sites.push(site);
      return site;
    });
    for (const page of context.pages()) await page.close();
    for (const site of sites) await site.close();
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  mailbox: async ({}, use) => {
    const mailbox = await openMailbox();
    await use(mailbox);
    mailbox.close();
  },

  quiet: [
    async ({ context, expectedErrors, site }, use, info) => {
      await asInstalled(site);
      const complaints: string[] = [];
      const said = site.log().length;
      const hear = (text: string) => {
        if (![...expectedErrors, runners].some((expected) => expected.test(text))) complaints.push(text);
      };
      context.on("console", (message) => {
        if (message.type() === "error") hear(`${message.text()} (${message.location().url})`);
      });
      context.on("weberror", (error) => hear(String(error.error().stack ?? error.error())));
      await use(undefined);
      if (info.status !== info.expectedStatus || complaints.length) {
        const log = site.log().slice(said).trimEnd().split("\n").slice(-20).join("\n");
        process.stdout.write(`server log during "${info.title}":\n${log}\n`);
      }
      if (complaints.length) throw new Error(`the browser reported errors:\n${complaints.join("\n")}`);
    },
    { auto: true },
  ],
});

export const expect = test.expect;
