import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Lead } from "../../api/leads";
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

afterEach(async () => dropPhotos(await readPhotos()));

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
