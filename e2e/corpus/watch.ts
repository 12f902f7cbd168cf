// A browser that opens documents and detects running payloads, requests to the canary host and unexpected elements.
import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";
import type { Site } from "../../scripts/site.ts";
import { canary, canaryHost } from "./payloads.ts";

/** Elements that our own documents use. */
const ours =
  "html head meta title link script style noscript template body div span main header footer nav section article aside h1 h2 h3 h4 p a ul ol li dl dt dd img picture source figure figcaption svg path circle rect line polyline polygon ellipse g defs use symbol text tspan clipPath linearGradient radialGradient stop mask pattern filter image button form input textarea select option optgroup label fieldset legend details summary dialog output progress meter time strong em b i u s small sub sup mark code pre kbd hr br wbr blockquote q cite abbr address table thead tbody tfoot tr th td caption colgroup col iframe canvas bdi bdo data datalist search hgroup del ins";

type Finding = { document: string; policy: "off" | "on"; what: string };

export class Watch {
  readonly found: Finding[] = [];
  opened = 0;
  private at = "";
  private page: Page | undefined;
  private devtools: CDPSession | undefined;
  private awake: boolean | undefined;

  readonly context: BrowserContext;
  private readonly site: Site;
  readonly policy: "off" | "on";

  private constructor(context: BrowserContext, site: Site, policy: "off" | "on") {
    this.context = context;
    this.site = site;
    this.policy = policy;
  }

  static async open(browser: Browser, site: Site, policy: "off" | "on"): Promise<Watch> {
    const context = await browser.newContext({
      bypassCSP: policy === "off",
      serviceWorkers: "block",
      viewport: { width: 360, height: 740 },
      locale: "en-IN",
      baseURL: site.baseURL,
    });
    const watch = new Watch(context, site, policy);
    await context.exposeBinding(canary, () => watch.note("ran"));
    context.on("dialog", (dialog) => {
      // The owner's app asks before unsaved input is lost. This is not a finding.
      if (dialog.type() !== "beforeunload") watch.note(`dialog: ${dialog.message()}`);
      void dialog.dismiss().catch(() => undefined);
    });
    // Pictures of articles and case studies may be on any host. Nothing else may.
    context.on("request", (request) => {
      const asked = URL.canParse(request.url()) && new URL(request.url()).hostname.endsWith(canaryHost);
      if (asked && request.resourceType() !== "image") watch.note(`asked ${request.resourceType()} ${request.url()}`);
    });
    return watch;
  }

  private note(what: string) {
    this.found.push({ document: this.at, policy: this.policy, what });
  }

  async signIn() {
    const answer = await this.context.request.post("/api/v1/session", { data: this.site.owner });
    if (!answer.ok()) throw new Error(`sign in: ${answer.status()}`);
  }

  /** Confirms the password for ten minutes. Without this, sensitive data is refused and cannot be checked. */
  async confirm() {
    const data = { password: this.site.owner.password };
    const answer = await this.context.request.post("/api/v1/account/confirm", { data });
    if (!answer.ok()) throw new Error(`confirm: ${answer.status()}`);
  }

  /** Records a failed or refused request, because its response shows no payload. */
  private judge(status: number) {
    if ((status >= 500 && status !== 503) || status === 401 || status === 403) this.note(`answered ${status}`);
  }

  async cookie(): Promise<string> {
    return (await this.context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  }

  /** The current tab. Without our scripts (`awake` is false) it is faster, if only the server's response matters. */
  private async tab(awake = true): Promise<Page> {
    if (!this.page) {
      this.page = await this.context.newPage();
      this.devtools = await this.context.newCDPSession(this.page);
      await this.devtools.send("Network.enable");
    }
    if (awake !== this.awake) {
      this.awake = awake;
      const urls = [...(awake ? [] : ["*/assets/*.js"]), `*://${canaryHost}/*`, `*://*.${canaryHost}/*`];
      await this.devtools?.send("Network.setBlockedURLs", { urls });
    }
    return this.page;
  }

  /**
   * Drops the current tab, because a navigation that is still pending in it would also interrupt the next attempt.
   * Chromium does not always report that such a tab is closed, so nothing waits for that.
   */
  private afresh() {
    void this.page?.close().catch(() => undefined);
    this.page = undefined;
    this.awake = undefined;
  }

  /** Opens a path as a document, whatever its content type, and checks it. */
  async visit(path: string, settled = true, tries = 5): Promise<void> {
    this.at = path;
    const page = await this.tab(settled);
    try {
      const answer = await page.goto(path, { waitUntil: "load", timeout: 60_000 });
      if (answer) this.judge(answer.status());
    } catch (error) {
      // A navigation that an earlier click started came in between and was blocked.
      if (tries > 0 && /interrupted by another navigation/.test(String(error))) {
        this.afresh();
        await this.visit(path, settled, tries - 1);
        return;
      }
      if (!/Download is starting|ERR_ABORTED|ERR_INVALID/.test(String(error))) throw error;
      const file = await this.context.request.get(path, { failOnStatusCode: false });
      this.judge(file.status());
      await this.show(path, await file.body(), file.headers()["content-type"] ?? "");
      return;
    }
    if (settled) await this.settle(page);
    await this.look(page);
  }

  /** Opens a file as a browser does that is not told to download it. */
  async show(name: string, body: Buffer | string, type: string, tries = 5): Promise<void> {
    this.at = name;
    const page = await this.tab();
    const address = `${this.site.baseURL}/corpus-file/${encodeURIComponent(name).slice(0, 60)}`;
    await page.route(
      address,
      (route) => route.fulfill({ body, headers: { "content-type": type, "x-content-type-options": "nosniff" } }),
      { times: 1 },
    );
    try {
      await page.goto(address, { waitUntil: "load", timeout: 60_000 });
    } catch (error) {
      if (tries > 0 && /interrupted by another navigation/.test(String(error))) {
        this.afresh();
        await this.show(name, body, type, tries - 1);
        return;
      }
      if (!/Download is starting|ERR_ABORTED/.test(String(error))) throw error;
      await page.unroute(address);
      // The browser downloads this type instead of opening it, so nothing can run.
      await page.goto("about:blank");
      this.opened++;
      return;
    }
    await this.look(page);
  }

  /** Waits until the page's scripts have started and their data has arrived. */
  private async settle(page: Page) {
    await page
      .waitForFunction(() => {
        const root = document.getElementById("root");
        if (!root || !document.querySelector("script[src],html[data-entry]")) return true;
        dispatchEvent(new Event("touchstart"));
        document.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
        const awake = Object.keys(root).some((key) => key.startsWith("__react"));
        const waiting = document.querySelector("main [aria-busy=true], [data-loading]");
        return awake && !waiting && root.textContent !== "";
      })
      .catch((error) => this.note(`did not settle: ${String(error).slice(0, 200)}`));
  }

  private async look(page: Page) {
    this.opened++;
    const strange = await page
      .evaluate(
        ({ canary, host, ours }) => {
          const known = new Set(ours.toLowerCase().split(" "));
          const out: string[] = [];
          const html = document.documentElement instanceof HTMLHtmlElement;
          const web = /^(https?|mailto|tel|sms|upi|geo|blob|intent|about):$/;
          for (const element of document.querySelectorAll("*")) {
            const tag = element.localName.toLowerCase();
            const say = (what: string) => out.push(`${what}: ${element.outerHTML.slice(0, 160)}`);
            const xhtml = element.namespaceURI === "http://www.w3.org/1999/xhtml";
            if (html && !known.has(tag)) say("unexpected element");
            if (!html && tag === "script") say("script in a file");
            if (html && tag === "math") say("formula");
            for (const { name, value } of element.attributes) {
              if (/^on/i.test(name) && (html || xhtml || element instanceof SVGElement)) say("handler");
              if (name === "srcdoc" && !element.hasAttribute("sandbox")) say("frame that may run scripts");
              if (/^(href|src|action|formaction|xlink:href|data|poster|ping)$/.test(name) && html) {
                const address = URL.canParse(value, document.baseURI) ? new URL(value, document.baseURI) : undefined;
                const blocked = value.startsWith("javascript:throw new Error('React has blocked");
                const drawn = address?.protocol === "data:" && /^data:(image|font)\//.test(value) && tag !== "a";
                if (address && !web.test(address.protocol) && !blocked && !drawn) say(`address of ${address.protocol}`);
                if (address?.hostname.endsWith(host) && !["a", "img", "source"].includes(tag) && !(tag === "meta")) {
                  say("asks the canary");
                }
              }
            }
            if (tag === "script" && html) {
              const script = element as HTMLScriptElement;
              const data = /json/.test(script.type);
              if (script.src && new URL(script.src).origin !== location.origin) say("foreign script");
              if (!data && !script.src && script.text.includes(`${canary}(`)) say("script of a payload");
            }
            if (
              tag === "style" &&
              html &&
              (element.textContent?.includes(host) || element.textContent?.includes(canary))
            )
              say("style of a payload");
            if ((tag === "base" || (tag === "meta" && element.hasAttribute("http-equiv"))) && html)
              say("document's own setting");
            if (tag === "iframe" && !element.hasAttribute("sandbox")) say("frame");
          }
          if (document.querySelectorAll("#root").length > 1) out.push("root is clobbered");
          // Clicks every link that is not http(s). Links with an allowed scheme are not followed.
          const hold = (event: Event) => {
            const link = event.target instanceof Element ? event.target.closest("a") : null;
            if (link && /^(https?|mailto|tel|sms|upi|geo|intent):$/.test(link.protocol)) event.preventDefault();
          };
          addEventListener("click", hold, { capture: true });
          for (const link of document.querySelectorAll<HTMLAnchorElement>("a[href]")) {
            if (!/^https?:$/.test(link.protocol)) link.click();
          }
          removeEventListener("click", hold, { capture: true });
          return out.slice(0, 5);
        },
        { canary, host: canaryHost, ours },
      )
      .catch((error) => [`could not be checked: ${String(error).slice(0, 200)}`]);
    for (const what of strange) this.note(what);
  }

  /** Checks that the open page contains a text. */
  async reads(text: string): Promise<void> {
    const page = await this.tab();
    const shown = page.locator("body").getByText(text).first();
    await shown.waitFor({ state: "attached" }).catch(() => this.note(`does not show ${text}`));
  }

  /** Checks HTML that one of our scripts inserts into a page. */
  async insert(name: string, texts: string[]): Promise<void> {
    this.at = name;
    const page = await this.tab();
    await page.goto("/privacy", { waitUntil: "load" });
    await page.evaluate((all) => {
      for (const html of all) {
        const box = document.createElement("div");
        box.innerHTML = html;
        document.body.append(box);
      }
    }, texts);
    await this.look(page);
  }

  async close() {
    await this.context.close();
  }
}
