// Retries an attempt that failed without giving a result.

const tries = 3;

/** Returns the answer and the number of lost attempts. An error that is not `idle` is a result and thrown at once. */
export async function again(attempt, idle) {
  for (let lost = 0; ; lost++) {
    try {
      return { answer: await attempt(), lost };
    } catch (error) {
      if (lost + 1 === tries || !idle(error)) throw error;
    }
  }
}
