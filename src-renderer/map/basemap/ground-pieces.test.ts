import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createGroundCache, type GroundPiece, pieceKey, piecePx } from './ground-cache.ts';
import { countPieces, coversView, piecesInView } from './ground-pieces.ts';

it('covers every pixel of a view once, at whole device pixels', () => {
  const view = fc.record({
    left: fc.double({ min: -6e7, max: 6e7, noNaN: true }),
    top: fc.double({ min: -2e7, max: 2e7, noNaN: true }),
    deviceResolution: fc.double({ min: 0.01, max: 160_000, noNaN: true }),
    deviceWidth: fc.integer({ min: 1, max: 3_000 }),
    deviceHeight: fc.integer({ min: 1, max: 2_000 }),
  });
  fc.assert(
    fc.property(view, (seen) => {
      const pieces = piecesInView(seen);
      const columns = [...new Set(pieces.map(({ x }) => x))].sort((a, b) => a - b);
      const rows = [...new Set(pieces.map(({ y }) => y))].sort((a, b) => a - b);
      expect(pieces).toHaveLength(columns.length * rows.length);
      expect(countPieces(seen)).toBe(pieces.length);
      for (const [edges, size] of [
        [columns, seen.deviceWidth],
        [rows, seen.deviceHeight],
      ] as const) {
        expect(edges.every(Number.isInteger)).toBe(true);
        expect(edges[0]).toBeLessThanOrEqual(0);
        expect(edges[0]).toBeGreaterThan(-piecePx);
        expect((edges.at(-1) ?? 0) + piecePx).toBeGreaterThanOrEqual(size);
        for (const [i, edge] of edges.entries()) expect(edge - (edges[0] ?? 0)).toBe(i * piecePx);
      }
    }),
  );
});

it('asks for the middle of the view first', () => {
  const [first] = piecesInView({
    left: 0,
    top: 0,
    deviceResolution: 1,
    deviceWidth: 1_536,
    deviceHeight: 1_536,
  });
  expect([first?.column, first?.row]).toEqual([1, 1]);
});

const view = { left: 0, top: 0, deviceResolution: 10, deviceWidth: 1_024, deviceHeight: 512 };

it('knows whether the pieces of another resolution fill a view', () => {
  const half = { deviceResolution: 20, pieces: new Map([[pieceKey(0, 0), null]]) };
  expect(coversView(half, view)).toBe(true);
  expect(coversView(half, { ...view, left: 100 })).toBe(false);
  expect(coversView({ ...half, deviceResolution: 5 }, view)).toBe(false);
});

it('does not list the millions of fine pieces that a view of the world would need', () => {
  const fine = { deviceResolution: 1, pieces: new Map([[pieceKey(0, 0), null]]) };
  const world = { ...view, left: -2e7, top: 2e7, deviceResolution: 40_000 };
  expect(coversView(fine, world)).toBe(false);
  expect(countPieces({ ...world, deviceResolution: 1, deviceWidth: 4e7, deviceHeight: 2e7 })).toBeGreaterThan(
    1e9,
  );
});

const pieceBytes = piecePx * piecePx * 4;

function piece(column: number, closed: number[]): GroundPiece {
  const bitmap: ImageBitmap = { width: piecePx, height: piecePx, close: () => closed.push(column) };
  return { bitmap, column, row: 0 };
}

it('gives up the views of before when there is too much, the oldest first, and never what is needed', () => {
  const closed: number[] = [];
  const cache = createGroundCache(3 * pieceBytes);
  const old = cache.use(1, 'dark');
  cache.add(old, piece(1, closed), () => true);
  cache.add(old, piece(2, closed), () => true);
  const now = cache.use(2, 'dark');
  for (const column of [10, 11, 12, 13, 14])
    cache.add(now, piece(column, closed), ({ column: at }) => at > 10);
  expect(closed).toEqual([1, 2, 10]);
  expect(cache.groups()).toHaveLength(1);
  expect(now.pieces.size).toBe(4);
});

it('replaces a piece that was painted twice and closes everything at the end', () => {
  const closed: number[] = [];
  const cache = createGroundCache(9 * pieceBytes);
  const group = cache.use(1, 'dark');
  cache.add(group, piece(1, closed), () => true);
  cache.add(group, piece(1, closed), () => true);
  expect(closed).toEqual([1]);
  cache.clear();
  expect(closed).toEqual([1, 1]);
  expect(cache.groups()).toEqual([]);
});
