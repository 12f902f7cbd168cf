import { expect, test } from "vitest";
import { again } from "./again.mjs";

const noResult = new Error("NO_NAVSTART");
const idle = (error) => error === noResult;

/** Fails with each of these errors in turn, then returns the number of calls. */
function failing(...errors) {
  const state = { asked: 0 };
  const attempt = async () => {
    const error = errors[state.asked++];
    if (error) throw error;
    return state.asked;
  };
  return { state, attempt };
}

test("an attempt without a result is retried and counted as lost", async () => {
  await expect(again(failing().attempt, idle)).resolves.toEqual({ answer: 1, lost: 0 });
  await expect(again(failing(noResult, noResult).attempt, idle)).resolves.toEqual({ answer: 3, lost: 2 });
});

test("the third attempt without a result is the last", async () => {
  const { attempt, state } = failing(noResult, noResult, noResult);
  await expect(again(attempt, idle)).rejects.toBe(noResult);
  expect(state.asked).toBe(3);
});

test("any other failure is not retried", async () => {
  const failure = new Error("the page is not there");
  const { attempt, state } = failing(failure);
  await expect(again(attempt, idle)).rejects.toBe(failure);
  expect(state.asked).toBe(1);
});
