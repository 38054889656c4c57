import { beforeAll, expect, it } from 'vitest';
import { readSweptSystems, type SweptSystem, sweep, worstMetres } from '../../testing/swept-systems.ts';
import { crsOfCode, crsOfWkt } from './crs.ts';

let systems: SweptSystem[] = [];
beforeAll(() => {
  systems = readSweptSystems();
}, 1_800_000);

it('a system is within a metre of PROJ, or told, asked or refused, by its code and by each kind of text', async () => {
  const silent = await sweep('places', systems, async ({ code, places }, _notation, text) => {
    const read = text === null ? crsOfCode(code) : crsOfWkt(text);
    if ('problem' in read) return { kind: `refused: ${read.problem.message}`, metres: 0 };
    if ('two' in read) return { kind: 'asked: name and parameters differ', metres: read.two.metresApart };
    const { crs } = read;
    if (crs.unknownDatum !== null) return { kind: 'asked: datum without a shift', metres: 0 };
    const metres = worstMetres(crs.toLonLat, places);
    // No place, rather than a wrong one: each feature is refused.
    if (metres === Number.POSITIVE_INFINITY) return { kind: 'no place', metres };
    if (metres <= 1) return { kind: crs.metres > 0 ? 'right, told rough' : 'right', metres };
    return { kind: metres <= crs.metres + 1 ? 'told: within the metres that are said' : 'SILENT', metres };
  });
  expect(silent).toEqual([]);
}, 600_000);
