// Stores payloads in every text field: through the server, which refuses or cleans them, and directly in the tables.
import { createHash } from "node:crypto";
import type { Site } from "../../scripts/site.ts";
import { collections } from "../../web/src/api/collections.gen.ts";
import { fields } from "../../web/src/api/fields.gen.ts";
import type { Payload } from "./payloads.ts";

type Value = string | number | boolean | null | string[] | object;
type Row = Record<string, Value>;
type Column = { table: string; name: string; type: string; fixed: boolean };

/** PostgreSQL cannot store NUL. */
export const storable = (text: string) => text.replaceAll("\0", "\ufffd");

/** Types of columns that can hold text. Tables without such a column are ignored. */
const letters = /^(text|character.*|json|jsonb|ARRAY|USER-DEFINED)$/;

/** Tables whose text columns hold no text from people, or none that anybody is shown. */
const wordless =
  /^(river_.*|goose_.*|visits_.*|installed_.*|arrivals|authenticators|backup_state|challenges|draft_links|form_tokens|half_sessions|known_devices|lead_settings|owner|owner_links|probe|recovery_codes|schema_support|sign_in_attempts|site_changes|site_version|tls_files|tls_locks|visit_changed|visit_salts|item_addresses|alarm_links|used_challenges)$/;

/** The first paragraph remains if cleaning removes everything else, so that the article stays valid. */
const begun = (text: string) => `<p>Begun</p>${text}`;

const localized = (list: List, text: string, tags: string[]) =>
  Object.fromEntries(
    Object.entries(collections[list].fields)
      .filter(([, { localized }]) => localized)
      .map(([key, { kind }]) => [key, kind === "tags" ? tags : kind === "html" ? begun(text) : text]),
  );

const inBoth = (list: List, text: string) => {
  const own = localized(list, text, [text]);
  return { hi: own, gu: own };
};

const day = (i: number) => new Date(Date.now() - (i + 1) * 86_400_000).toISOString().slice(0, 10);
const past = "2026-01-01T00:00:00Z";
const hex = (i: number) => i.toString(16).padStart(32, "0");

type List = keyof typeof collections;
type Kept = { kind: string; default: string; options?: readonly string[] };

/** Lists and fields whose table or column has a different name. */
const kept: Record<string, string> = {
  portfolio: "portfolio_items",
  from: "shown_from",
  until: "shown_until",
  group: "group_name",
};
const columnOf = (name: string) => kept[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A row of a list. Fields that could hide the row get valid values; all others get the payload. */
function itemOf(list: List, i: number, text: string): Row {
  const { fields: own, ordered, drafts, kind, builtIn } = collections[list];
  const row: Row = { id: `raw-${i}`, translations: inBoth(list, text) };
  if (ordered) row.position = i;
  if (drafts) row.published = true;
  for (const [name, field] of Object.entries<Kept>(own)) {
    const column = columnOf(name);
    if (field.kind === "html") row[column] = begun(text);
    if (field.kind === "date" || field.kind === "month") row[column] = day(i % 300);
    if (/^(hour|slug|moment)$/.test(field.kind)) row[column] = "";
    if (field.kind === "price" && i % 2) row[column] = "45000";
    if (field.kind === "group") row[column] = ""; // otherwise the block would be empty
    if (field.kind === "tags" && field.options) row[column] = [];
    if (field.kind === "image" && Math.floor(i / 4) % 2 === 0) row[column] = field.default;
    if (name === "part") row[column] = ""; // otherwise it would be a built-in block and hidden
    if (name === kind) {
      const made = field.options?.filter((one) => !builtIn.some((own) => own === one)) ?? [];
      row[column] = made[i % made.length] ?? text;
    }
  }
  return row;
}

const lists = Object.fromEntries(
  (Object.keys(collections) as List[]).map((list) => [
    columnOf(list),
    (i: number, text: string) => itemOf(list, i, text),
  ]),
);

/** Values that a row needs to be valid. Every other text column gets the payload. */
const needed: Record<string, (i: number, text: string) => Row> = {
  ...lists,
  feedback: (i, text) => ({
    details: [{ label: text, value: text }],
    feedback_type: ["quote_request", "portfolio_request"][i % 2] ?? "",
    status: ["pending", "contacted", "won", "lost", "spam"][i % 5] ?? "",
    language: ["en", "hi", "gu"][i % 3] ?? "",
    idempotency_key: `raw-${i}`,
    digest: "\\x00",
  }),
  codes: (i) => ({ code: `raw${i}`, kind: i % 2 ? "q" : "l", language: "" }),
  media: (i, text) => ({ name: `public/posts/${hex(i)}-640x480.jpg`, alt: { en: text, hi: text, gu: text } }),
  passkeys: (i) => ({ credential_id: `\\x${hex(i)}`, credential: {} }),
  security_events: () => ({}),
  sessions: (i) => ({ token: hex(i), data: "\\x00", expires_at: "2099-01-01T00:00:00Z", id: hex(i) }),
  report_links: (i) => ({ token: hex(i), money: true, expires_at: "2099-01-01T00:00:00Z" }),
  alarms: () => ({ due_at: past, urgent: false, closed_at: past, mailed_at: past }),
  visit_counts: (i) => ({
    day: day(0),
    report: ["channel", "campaign", "target", "page"][i % 4] ?? "",
    visits: 9,
    views: 9,
    taps: 9,
    opens: 9,
    shares: 9,
    scans: 9,
    people: 9,
  }),
  visit_skips: () => ({ day: day(0), count: 3 }),
  visits: (i) => ({
    day: new Date().toISOString().slice(0, 10),
    at: new Date().toISOString(),
    visitor: i,
    token: i,
    n: 0,
    first: true,
    kind: ["view", "tap"][i % 2] ?? "",
    language: "en",
  }),
};

/** All text columns: a new column is filled without a change here, and a new table fails by name. */
async function columnsOf(site: Site): Promise<Map<string, Column[]>> {
  const all = await site.sql<Column>(
    `select table_name as "table", column_name as name, data_type as type,
      (is_generated = 'ALWAYS' or is_identity = 'YES') as fixed
    from information_schema.columns where table_schema = 'public' order by ordinal_position`,
  );
  const tables = new Map<string, Column[]>();
  const worded = new Set(all.filter(({ type }) => letters.test(type)).map(({ table }) => table));
  for (const column of all) {
    if (worded.has(column.table) && !wordless.test(column.table))
      tables.set(column.table, [...(tables.get(column.table) ?? []), column]);
  }
  return tables;
}

/** Tables that are filled after the others, or by triggers (the sums). */
const later = new Set([
  "feedback_events",
  "alarm_changes",
  "item_revisions",
  "website_content",
  "item_sums",
  "lead_sums",
]);

/** The token of a "this was not me" link; the database stores its digest. */
export const alarmSecret = "CORPUS";

export async function unknownTables(site: Site): Promise<string[]> {
  return [...(await columnsOf(site)).keys()].filter((table) => !(table in needed) && !later.has(table));
}

/** Replaces every string in a value. */
function replaced(value: unknown, text: string): unknown {
  if (typeof value === "string") return text;
  if (Array.isArray(value)) return value.map((one) => replaced(one, text));
  if (value && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one, text)]));
  return value;
}

/** Notifies the server that all content has changed, and waits until it has reloaded. */
export async function tell(site: Site): Promise<void> {
  const [row] = await site.sql<{ version: string }>(
    `with raised as (update site_version set version = version + 1 returning version)
    select version, pg_notify('site_changed', version::text) from raised`,
  );
  for (let i = 0; i < 400; i++) {
    const shown = await (await fetch(`${site.baseURL}/api/v1/site`)).json();
    if (Number(shown.version) >= Number(row?.version)) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("the server did not reload the stored content");
}

/** Writes payloads that the server would refuse directly into the tables. Returns the number of filled columns. */
export async function fillPast(site: Site, round: number, batch: Payload[]): Promise<number> {
  const tables = await columnsOf(site);
  const texts = batch.map(({ text }) => storable(text));
  let filled = 0;
  const insert = async (table: string, rows: Row[]) => {
    const names = Object.keys(rows[0] ?? {});
    const list = names.map((name) => `"${name}"`).join(", ");
    await site.sql(
      `insert into ${table} (${list}) select ${list} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
      [JSON.stringify(rows)],
    );
  };
  for (const [table, make] of Object.entries(needed)) {
    await site.sql(table === "sessions" ? "delete from sessions where length(token) = 32" : `delete from ${table}`);
    const columns = (tables.get(table) ?? []).filter(({ fixed }) => !fixed);
    const rows = texts.map((text, i) => {
      const row = make(i, text);
      for (const { name, type } of columns) {
        if (name in row) continue;
        if (type === "text") row[name] = text;
        if (type === "ARRAY") row[name] = [text, text];
      }
      return row;
    });
    filled += columns.filter(({ name, type }) => type === "text" || type === "ARRAY" || name === "translations").length;
    if (table === "visit_counts" || table === "visit_skips") {
      const seen = new Set<string>();
      await insert(
        table,
        rows.filter((row) => {
          const key = JSON.stringify([row.report, row.key, row.reason]);
          return !seen.has(key) && seen.add(key);
        }),
      );
    } else await insert(table, rows);
  }
  const leads = await site.sql<{ id: string }>("select id from feedback order by id");
  await site.sql("delete from feedback_events");
  const notes = leads.map(({ id }, i) => ({
    feedback_id: Number(id),
    action: "noted",
    note: texts[i] ?? "",
    from_status: texts[i] ?? "",
    to_status: texts[i] ?? "",
  }));
  await insert("feedback_events", notes);
  filled += 3;

  const alarms = await site.sql<{ id: string }>("select id from alarms order by id");
  const changes = alarms.map(({ id }, i) => {
    const text = texts[i] ?? "";
    const change = { item: text, field: text, name: text, before: text, after: text, user_agent: text, network: text };
    // The first forty changes belong to one alarm, the others to one alarm each.
    const alarm = Number(i < 40 ? alarms[0]?.id : id);
    return { alarm, subject: ["site", "codes", "blocks", "account"][i % 4] ?? "", shown: true, ...change };
  });
  await insert("alarm_changes", changes);
  await site.sql(
    "insert into alarm_links (token, alarm, expires_at) values ($1, $2, now() + interval '1 day') on conflict (token) do update set alarm = excluded.alarm",
    [createHash("sha256").update(alarmSecret).digest("base64url"), alarms[0]?.id],
  );
  filled += 7;

  const revisions = await site.sql<{ id: string; body: object }>(
    "select id, body from item_revisions order by id desc limit 20",
  );
  for (const [i, { id, body }] of revisions.entries()) {
    const text = texts[(i * 7) % texts.length] ?? "";
    await site.sql("update item_revisions set body = $2, saved_by = $3 where id = $1", [
      id,
      JSON.stringify(replaced(body, text)),
      text,
    ]);
  }
  filled += 2;
  filled += await fillProfile(site, round, texts, tables.get("website_content") ?? []);
  await tell(site);
  return filled;
}

/** Adds a revision of the profile with all payloads in each text field and one payload in each address. */
async function fillProfile(site: Site, round: number, texts: string[], columns: Column[]): Promise<number> {
  const [newest] = await site.sql<Record<string, string>>("select * from website_content order by id desc limit 1");
  const all = texts.join(" · ");
  const row: Row = {};
  let at = round * 17;
  const next = () => texts[at++ % texts.length] ?? "";
  for (const { name, type, fixed } of columns) {
    if (fixed || type !== "text") continue;
    const before = newest?.[name] ?? "";
    if (name === "arrangement") row[name] = before;
    else if (before.startsWith("{") || name === "looks" || name === "qr_code_settings")
      row[name] = JSON.stringify(
        Object.fromEntries(
          Object.entries({ ...group(name), ...JSON.parse(before || "{}") }).map(([key, value]) => [
            key,
            typeof value === "string" ? next() : value,
          ]),
        ),
      );
    else row[name] = /_(link|url|image)$/.test(name) || name === "email" || name === "phone" ? next() : all;
  }
  const own = Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.localized)
      .map(([key]) => [key, all]),
  );
  // A list of questions is shown only if all of it is valid.
  const labels = [...new Set(texts.map((text) => text.replace(/[|\s]+/g, " ").trim()))].filter(
    (label) => label !== "" && label.length <= 60,
  );
  const label = () => labels[at++ % labels.length] ?? "";
  own.questions = `text: ${label()}\nchoice: ${label()} | ${label()} | ${label()}\nnumber: ${label()}`;
  row.translations = { hi: own, gu: own };
  row.action = "save";
  const names = Object.keys(row);
  const list = names.map((name) => `"${name}"`).join(", ");
  await site.sql(
    `insert into website_content (${list}) select ${list} from jsonb_populate_record(null::website_content, $1::jsonb)`,
    [JSON.stringify(row)],
  );
  return names.length;
}

/** The fields of a JSON column. */
const group = (column: string): Record<string, unknown> =>
  column === "looks"
    ? { accent: "x", mode: "x", shape: "x", backdrop: "x", backdropImage: "x", cover: "x", mainAction: "x" }
    : { label: "x", description: "x", url: "x", color: "x" };

/** Retries while the server is busy (503). */
async function patiently(url: string, init: RequestInit): Promise<Response> {
  for (let tries = 0; ; tries++) {
    const answer = await fetch(url, init);
    if (answer.status !== 503 || tries === 20) return answer;
  }
}

export type Tally = { sent: number; refused: number; cleaned: number; stored: number };

/** Sends every payload in every field through the server. It must answer 2xx or name the refused fields. */
export async function fillThrough(
  site: Site,
  cookie: string,
  round: number,
  batch: Payload[],
): Promise<{ tally: Tally; wrong: string[] }> {
  const tally = { sent: 0, refused: 0, cleaned: 0, stored: 0 };
  const wrong: string[] = [];
  let key = 0;
  const call = async (method: string, path: string, body: unknown, more: Record<string, string> = {}) => {
    const answer = await patiently(`${site.baseURL}${path}`, {
      method,
      headers: {
        "Content-Type": "application/json",
        Origin: site.baseURL,
        Cookie: cookie,
        "Idempotency-Key": `${round}-${key++}`,
        ...more,
      },
      body: JSON.stringify(body),
    });
    if (answer.status >= 500)
      wrong.push(`${method} ${path}: ${answer.status} for ${JSON.stringify(body).slice(0, 300)}`);
    return { status: answer.status, body: (await answer.json().catch(() => ({}))) as Answer };
  };
  /** Sends all fields. Refused fields are replaced by valid values or left out, and the rest is sent again. */
  const send = async (method: string, path: string, wrap: (own: Row) => unknown, own: Row, valid: Row) => {
    tally.sent += Object.keys(own).length;
    let sent = own;
    for (let tries = 0; tries < 3; tries++) {
      const answer = await call(method, path, wrap(sent));
      if (answer.status < 300) {
        tally.stored += Object.keys(sent).length;
        return answer.body;
      }
      const issues = answer.body.issues ?? [];
      if (answer.status !== 422 || issues.length === 0) {
        tally.refused += Object.keys(sent).length;
        if (answer.status !== 400 && answer.status !== 422)
          wrong.push(`${method} ${path}: ${answer.status} for ${JSON.stringify(own).slice(0, 200)}`);
        return;
      }
      const named = new Set(issues.map(({ field }) => field?.split(".").at(-1) ?? ""));
      tally.refused += named.size;
      sent = Object.fromEntries(
        Object.entries(sent).flatMap(([name, value]) => {
          if (!named.has(keyOf.get(name) ?? name)) return [[name, value]];
          return name in valid ? [[name, valid[name] ?? ""]] : [];
        }),
      );
    }
    return;
  };
  for (const { text } of batch) {
    for (const [list, { fields: own, kind }] of Object.entries(collections)) {
      const values = Object.fromEntries(
        Object.entries(own).map(([name, f]) => [name, f.kind === "tags" ? [text] : text]),
      );
      const valid: Row = { title: "A title", content: "<p>Text</p>", author: "Somebody", date: "2026-01-01" };
      if (list === "portfolio") Object.assign(valid, { date: "2026-01", description: "Some", category: "One" });
      if (list === "services") Object.assign(valid, { icon: "Globe", description: "Some" });
      for (const one of kind ? ["link", "text"] : [""]) {
        const mine = one ? { ...values, kind: one } : values;
        if (one) Object.assign(valid, { text: "Some", address: "https://example.com", kind: one });
        const made = await send("POST", `/api/v1/${list}`, (sent) => ({ values: sent, translations: {} }), mine, valid);
        if (made?.values?.content !== undefined && made.values.content !== text) tally.cleaned++;
        if (kind && made?.id) await call("DELETE", `/api/v1/${list}/${made.id}`, { revision: made.revision });
      }
    }
    const { revision } = (await (
      await fetch(`${site.baseURL}/api/v1/site/stored`, { headers: { Cookie: cookie } })
    ).json()) as { revision: number };
    const flat = Object.fromEntries(
      Object.values(fields)
        .filter(({ path }) => !/^(named|primaryLanguage|show)/.test(path))
        .map(({ path }) => [path, text]),
    );
    await send("PATCH", "/api/v1/site", (sent) => ({ revision, site: nested(sent) }), flat, {});
    await send(
      "POST",
      "/api/v1/codes",
      (sent) => sent,
      { name: text, target: text, kind: "q", language: "" },
      { target: "https://example.com/" },
    );
    await send("POST", "/api/v1/report-links", (sent) => ({ days: 7, money: false, ...sent }), { label: text }, {});
    await send(
      "POST",
      "/api/v1/leads/own",
      (sent) => ({ channel: "phone", language: "en", ...sent }),
      { name: text, email: text, phone: text, message: text, value: text },
      { phone: "98250 12345", message: "x", name: "x" },
    );
    await call(
      "POST",
      "/api/v1/visits",
      { p: text, s: text, f: 1, t: key, n: 0, e: [["view"], ["tap", text]] },
      { Cookie: "", "User-Agent": "Mozilla/5.0 (Linux; Android 14) Chrome/130.0.0.0 Mobile" },
    );
  }
  return { tally, wrong };
}

/** Sends some payloads as leads, too fast for a person: they are quarantined, but shown. Returns the number stored. */
export async function sendLeads(site: Site, round: number, batch: Payload[]): Promise<number> {
  let kept = 0;
  for (const [i, { text }] of batch.entries()) {
    if (i % 10) continue;
    const from = { "X-Forwarded-For": `10.${round}.${i}.7`, Origin: site.baseURL };
    const { token } = await (await fetch(`${site.baseURL}/api/v1/leads/token`, { headers: from })).json();
    const message = {
      name: text.slice(0, 100),
      email: "bakery@example.in",
      message: text,
      services: [text.slice(0, 100)],
    };
    const about = { edition: text, page: text, source: text, consent: text, company: text, language: text };
    const body = JSON.stringify({ kind: "quote_request", ...message, ...about, token });
    const headers = { ...from, "Content-Type": "application/json", "Idempotency-Key": `lead-${round}-${i}` };
    const answer = await patiently(`${site.baseURL}/api/v1/leads`, { method: "POST", headers, body });
    if (answer.status >= 500) throw new Error(`a lead with ${text}: ${answer.status}`);
    if (answer.ok) kept++;
  }
  return kept;
}

/** The server reports a profile field by its key, but accepts it by its path. */
const keyOf = new Map<string, string>(Object.entries(fields).map(([key, { path }]) => [path, key]));

type Answer = {
  id?: string;
  revision?: number;
  values?: Record<string, unknown>;
  issues?: { field?: string }[];
};

/** "a.b": 1 becomes {a: {b: 1}}. */
function nested(flat: Row): object {
  const out: Record<string, Record<string, Value> | Value> = {};
  for (const [path, value] of Object.entries(flat)) {
    const [group, name] = path.split(".");
    if (!name) out[path] = value;
    else if (group) out[group] = { ...(out[group] as object | undefined), [name]: value };
  }
  return out;
}
