import { afterEach, beforeEach, expect, test, vi } from "vitest";
import en from "../../../../locales/en.json";
import type { Lead } from "../../api/leads";
import { translator } from "../../i18n/words";
import { photoLines } from "./photo-lines";
import { addPhotos, dropPhotos, readPhotos } from "./photos";
import { sendWithPhotos } from "./send-photos";

const lead = { kind: "quote_request", name: "Asha" } as Lead;
const file = (name: string) => new File(["raw"], name, { type: "image/jpeg" });

/** The requests with pictures. A test answers them. */
let uploads: Upload[];

class Upload extends EventTarget {
  upload = new EventTarget();
  status = 201;
  responseText = "";
  files: string[] = [];
  open() {}
  setRequestHeader() {}
  getResponseHeader() {
    return null;
  }
  abort() {
    this.dispatchEvent(new Event("abort"));
  }
  progress(loaded: number) {
    this.upload.dispatchEvent(Object.assign(new Event("progress"), { loaded, total: 100 }));
  }
  send(body: FormData) {
    this.files = body.getAll("photos").map((photo) => (photo as File).name);
    uploads.push(this);
  }
  answer(receipt: object) {
    this.responseText = JSON.stringify(receipt);
    this.dispatchEvent(new Event("load"));
  }
}

/** Lets the browser finish with the oldest picture that it is reading: it cannot open this one. */
let finish: (() => void)[];

beforeEach(() => {
  uploads = [];
  finish = [];
  vi.stubGlobal("XMLHttpRequest", Upload);
  vi.stubGlobal(
    "createImageBitmap",
    () => new Promise((_, reject) => finish.push(() => reject(new Error("cannot be opened")))),
  );
});

afterEach(async () => {
  vi.useRealTimers();
  dropPhotos(await readPhotos());
});

async function finishOne() {
  await vi.waitFor(() => expect(finish).not.toEqual([]));
  finish.shift()?.();
}

test("a photo that is still being read is sent with the message", async () => {
  addPhotos([file("one.jpg"), file("two.jpg")]);
  await finishOne();
  const receipt = sendWithPhotos("key", lead);
  await finishOne();
  await vi.waitFor(() => expect(uploads).toHaveLength(1));
  expect(uploads[0]?.files).toEqual(["one.jpg", "two.jpg"]);
  uploads[0]?.answer({ reference: "DM-1", photos: 2 });
  expect(await receipt).toEqual({ reference: "DM-1", photos: 2 });
});

test("after a message was sent, only photos that were added meanwhile are left", async () => {
  addPhotos([file("one.jpg")]);
  await finishOne();
  const receipt = sendWithPhotos("key", lead);
  await vi.waitFor(() => expect(uploads).toHaveLength(1));
  addPhotos([file("two.jpg")]);
  await finishOne();
  await readPhotos();
  uploads[0]?.answer({ reference: "DM-1", photos: 1 });
  await receipt;
  expect((await readPhotos()).map(({ name }) => name)).toEqual(["two.jpg"]);
});

test("a photo that was being read when the photos were dropped is not added", async () => {
  addPhotos([file("one.jpg"), file("two.jpg")]);
  await vi.waitFor(() => expect(finish).not.toEqual([]));
  dropPhotos([]);
  await finishOne();
  expect(await readPhotos()).toEqual([]);
});

/** Sends two photos; the server answers the message alone. The test advances the time. */
async function sendTwo(stored: number) {
  const alone = vi.fn(async () => Response.json({ reference: "DM-1", photos: stored }, { status: 201 }));
  vi.stubGlobal("fetch", alone);
  addPhotos([file("one.jpg"), file("two.jpg")]);
  await finishOne();
  await finishOne();
  await readPhotos();
  vi.useFakeTimers();
  const receipt = sendWithPhotos("key", lead);
  await vi.waitFor(() => expect(uploads).toHaveLength(1));
  return { alone, receipt, upload: uploads[0] as Upload };
}

test("while the server draws the photos, the browser waits", async () => {
  const { alone, receipt, upload } = await sendTwo(0);
  upload.progress(100);
  vi.advanceTimersByTime(75_000);
  expect(alone).not.toHaveBeenCalled();
  upload.answer({ reference: "DM-1", photos: 2 });
  expect(await receipt).toEqual({ reference: "DM-1", photos: 2 });
});

test.each([
  [0, [en["lead.photos.lost"], "one.jpg: cannot be taken just now", "two.jpg: cannot be taken just now"]],
  [1, ["Photos received: 1", "Photos not received: 1"]],
])("if the upload stalls and %i of two photos had arrived, the others are reported", async (stored, lines) => {
  const { receipt, upload } = await sendTwo(stored);
  upload.progress(50);
  vi.advanceTimersByTime(30_000);
  expect(photoLines(translator(en), await receipt)).toEqual([...lines, en["lead.photos.chat"]]);
});

test("if the upload stalls after all photos had arrived, none is reported as lost", async () => {
  const { receipt, upload } = await sendTwo(2);
  upload.progress(50);
  vi.advanceTimersByTime(30_000);
  expect(photoLines(translator(en), await receipt)).toEqual(["Photos received: 2"]);
});
