import { expect, test } from "vitest";
import { drift, scatter } from "./drift";

test("H13 particles move, and one that leaves the canvas re-enters on the other side", () => {
  const field = scatter(50, 360, 740);
  expect(field.particles).toHaveLength(50);
  const later = drift(field, 100_000);
  expect(later.particles.some((particle, index) => particle.x !== field.particles[index]?.x)).toBe(true);
  for (const { x, y } of later.particles) {
    expect(x >= 0 && x < 360 && y >= 0 && y < 740).toBe(true);
  }
});

test("a canvas of size zero causes no errors", () => {
  for (const { x, y } of drift(scatter(3, 0, 0), 16).particles) expect([x, y]).toEqual([0, 0]);
});
