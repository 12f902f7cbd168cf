import { expect, test } from "vitest";
import { again } from "./again.mjs";

const noResult = new Error("NO_NAVSTART");
const idle = (error) => error === noResult;

/** Fails with each of these in turn, then answers with how often it was asked. */
function failing(...errors) {
  const state = { asked: 0 };
  const attempt = async () => {
    const error = errors[state.asked++];
    if (error) throw error;
    return state.asked;
  };
  return { state, attempt };
}

test("what gave no result is tried again, and how often that was is told", async () => {
  await expect(again(failing().attempt, idle)).resolves.toEqual({ answer: 1, lost: 0 });
  await expect(again(failing(noResult, noResult).attempt, idle)).resolves.toEqual({ answer: 3, lost: 2 });
});

test("the third try without a result is the last", async () => {
  const { attempt, state } = failing(noResult, noResult, noResult);
  await expect(again(attempt, idle)).rejects.toBe(noResult);
  expect(state.asked).toBe(3);
});

test("any other failure is not tried again", async () => {
  const failure = new Error("the page is not there");
  const { attempt, state } = failing(failure);
  await expect(again(attempt, idle)).rejects.toBe(failure);
  expect(state.asked).toBe(1);
});
