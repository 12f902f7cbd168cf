// Tries again when what failed says nothing about what was asked.

const tries = 3;

/** The answer, and how many tries before it gave none; any error that is not `idle` is an answer and thrown at once. */
export async function again(attempt, idle) {
  for (let lost = 0; ; lost++) {
    try {
      return { answer: await attempt(), lost };
    } catch (error) {
      if (lost + 1 === tries || !idle(error)) throw error;
    }
  }
}
