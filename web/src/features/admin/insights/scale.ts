/** The positions of the grid lines: at most four above zero, at round numbers, the last at or above the maximum. */
export function ticks(most: number): number[] {
  if (most <= 0) return [0, 1];
  const rough = most / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? 10 * power);
  const count = Math.ceil(most / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

export type Place = { x: number; y: number };

/** Scales values to points in a box, left to right; a single value is centred. */
export function places(values: readonly number[], most: number, width: number, height: number): Place[] {
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  return values.map((value, index) => ({
    x: values.length > 1 ? index * step : width / 2,
    y: height - (most > 0 ? (value / most) * height : 0),
  }));
}

const round = (n: number) => Math.round(n * 10) / 10;

export const line = (all: readonly Place[]) =>
  all.map(({ x, y }, index) => `${index ? "L" : "M"}${round(x)} ${round(y)}`).join("");

/** The area between the line and the base line. */
export function area(all: readonly Place[], height: number): string {
  const first = all[0];
  const last = all.at(-1);
  return first && last ? `${line(all)}L${round(last.x)} ${height}L${round(first.x)} ${height}Z` : "";
}

/** Sums neighbouring values to reduce their number to `most`, counted back from the last. */
export function thin(values: readonly number[], most: number): number[] {
  const size = Math.ceil(values.length / most);
  const first = values.length % size;
  return Array.from({ length: Math.floor(values.length / size) }, (_, index) =>
    values.slice(first + index * size, first + (index + 1) * size).reduce((a, b) => a + b, 0),
  );
}

/** The indexes of the labels that fit: the last one and others at even distances. */
export function labelled(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index);
  const step = Math.ceil((count - 1) / (most - 1));
  const all = Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step);
  return all.filter((index) => index >= 0).toReversed();
}

/** The shade of a heat map cell, 0 to 4. Only zero has shade 0. */
export const shade = (value: number, most: number) => (value <= 0 ? 0 : Math.max(1, Math.ceil((value / most) * 4)));
