import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen as page, render, waitFor } from "@testing-library/react";
import { type FormEvent, useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import en from "../../../../../locales/en.json";
import { fields } from "../../../api/fields.gen";
import { LanguageProvider } from "../../../i18n/language";
import { translator } from "../../../i18n/words";
import { Toaster } from "../../../ui/toaster";
import { fakeApi } from "../fake-api";
import { AuthProvider, useAuth } from "../sign-in/auth";
import { SignInAgain } from "../sign-in/sign-in-again";
import { ImageInput } from "./image-input";

const t = translator(en);
const cut = new Blob(["cut"], { type: "image/jpeg" });

vi.mock("../pictures/crop-dialog", () => ({
  CropDialog: ({ onUse, onFail }: { onUse: (cut: object) => void; onFail: (code: string) => void }) => (
    <>
      <button type="button" onClick={() => onUse({ file: cut, thumb: "data:image/png;base64,thumb" })}>
        use
      </button>
      <button type="button" onClick={() => onFail("media_type")}>
        fail
      </button>
    </>
  ),
}));

/** Requests that wait for a response. */
class Sent extends EventTarget {
  static all: Sent[] = [];
  upload = new EventTarget();
  status = 0;
  responseText = "";
  url = "";
  headers: Record<string, string> = {};
  body: unknown;
  aborted = false;
  open(_: string, url: string) {
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader() {
    return null;
  }
  send(body: unknown) {
    this.body = body;
    Sent.all.push(this);
  }
  abort() {
    this.aborted = true;
    this.dispatchEvent(new Event("abort"));
  }
  answer(status: number, body: object) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    return act(async () => void this.dispatchEvent(new Event("load")));
  }
  progress(loaded: number) {
    act(() => void this.upload.dispatchEvent(Object.assign(new Event("progress"), { loaded, total: 100 })));
  }
}

const submitted = vi.fn((event: FormEvent) => event.preventDefault());

function Form({ required }: { required: boolean }) {
  const [value, setValue] = useState("/old.jpg");
  return (
    <form onSubmit={submitted}>
      <ImageInput
        name="profileImage"
        id="picture"
        rule={fields.profileImage}
        value={value}
        onChange={setValue}
        required={required}
        lang={undefined}
        placeholder={undefined}
        aria-describedby={undefined}
        aria-invalid={false}
      />
      <output>{value}</output>
      <button type="submit">save</button>
    </form>
  );
}

function Again() {
  return useAuth().status === "ended" ? <SignInAgain /> : null;
}

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  Sent.all = [];
  submitted.mockClear();
  vi.stubGlobal("XMLHttpRequest", Sent);
  open({ required: true });
});

function open({ required }: { required: boolean }) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LanguageProvider lang="en" words={en}>
        <AuthProvider>
          <Form required={required} />
          <Again />
        </AuthProvider>
        <Toaster label="" closeLabel="" />
      </LanguageProvider>
    </QueryClientProvider>,
  );
}

async function choose(press: "use" | "fail" = "use") {
  const files = [new File(["raw"], "IMG_1.jpg", { type: "image/jpeg" })];
  fireEvent.change(document.getElementById("picture") as HTMLElement, { target: { files } });
  fireEvent.click(await page.findByText(press));
}

const last = () => Sent.all.at(-1) as Sent;
const preview = () => page.getByAltText<HTMLImageElement>(t("picture.shown")).src;

test("E7 the cropped picture is uploaded with its progress shown, and its URL is returned", async () => {
  await choose();
  expect(last().url).toBe("/api/v1/media?folder=profile_images&title=IMG_1.jpg");
  expect(last().headers["Content-Type"]).toBe("image/jpeg");
  expect(last().body).toBe(cut);
  expect(preview()).toContain("thumb");
  last().progress(42);
  page.getByText("Uploading… 42%");
  expect(page.getByRole<HTMLProgressElement>("progressbar").value).toBe(0.42);
  last().progress(100);
  page.getByText(t("picture.working"));
  await last().answer(201, { url: "/media/new.jpg", width: 1, height: 1, variants: [] });
  page.getByText(t("picture.ready"));
  expect(document.querySelector("output")?.textContent).toBe("/media/new.jpg");
  expect(preview()).toContain("/media/new.jpg");
});

test("a form cannot be saved while its picture is uploading", async () => {
  await choose();
  fireEvent.click(page.getByText("save"));
  page.getByText(t("picture.wait"));
  expect(submitted).not.toHaveBeenCalled();
  await last().answer(201, { url: "/media/new.jpg" });
  fireEvent.click(page.getByText("save"));
  expect(submitted).toHaveBeenCalledTimes(1);
});

test("a cancelled upload changes nothing", async () => {
  await choose();
  fireEvent.click(page.getByText(t("picture.cancel")));
  expect(last().aborted).toBe(true);
  expect(page.queryByRole("progressbar")).toBeNull();
  expect(page.queryByRole("alert")).toBeNull();
  expect(preview()).toContain("/old.jpg");
});

test("E7 a failed upload shows an error and can be retried", async () => {
  await choose();
  await last().answer(429, { code: "media_busy" });
  page.getByText(t("error.media_busy"));
  page.getByText("Failed to update profile image. Please try again.");
  expect(preview()).toContain("thumb");
  fireEvent.click(page.getByText(t("admin.retry")));
  expect(Sent.all).toHaveLength(2);
  expect(last().body).toBe(cut);
  last().dispatchEvent(new Event("error"));
  await page.findByText(t("error.offline"));
  fireEvent.click(page.getByText(t("admin.retry")));
  await last().answer(201, { url: "/media/new.jpg" });
  page.getByText(t("picture.ready"));
});

test("an upload resumes after signing in again", async () => {
  await choose();
  api.signedIn = false;
  await last().answer(401, { code: "signed_out" });
  fireEvent.change(await page.findByLabelText(t("admin.password")), { target: { value: "a password" } });
  fireEvent.click(page.getByRole("button", { name: t("admin.login") }));
  await waitFor(() => expect(Sent.all).toHaveLength(2));
  await last().answer(201, { url: "/media/new.jpg" });
  page.getByText(t("picture.ready"));
});

test("a file that cannot be opened is refused without an upload", async () => {
  await choose("fail");
  page.getByText(t("error.media_type"));
  expect(page.queryByText(t("admin.retry"))).toBeNull();
  expect(Sent.all).toHaveLength(0);
});

test("an optional picture can be removed, a required one cannot", () => {
  expect(page.queryByText(t("picture.remove"))).toBeNull();
  cleanup();
  open({ required: false });
  fireEvent.click(page.getByText(t("picture.remove")));
  page.getByText(t("picture.choose"));
  expect(page.queryByText(t("picture.remove"))).toBeNull();
});
