import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import table from '../resources/epsg/definitions.json' with { type: 'json' };
import { codesOfName } from '../src-shared/crs/systems.ts';
import { seededRandom } from './seeded-random.ts';

/** A place in a system, as x and y (east or longitude first) and in degrees on WGS 84, by PROJ. */
export type SweptPlace = readonly [x: number, y: number, longitude: number, latitude: number];

/** A projected or geographic EPSG system, with the places and the texts that PROJ gives it. */
export interface SweptSystem {
  code: number;
  name: string;
  deprecated: boolean;
  places: readonly SweptPlace[];
  /** Well-known text of each kind; null where it has no name for the method. */
  esri: string | null;
  ogc: string | null;
  wkt2: string | null;
}

const notations = ['code', 'esri', 'ogc', 'wkt2'] as const;
type Notation = (typeof notations)[number];

const lineSchema = z.object({
  code: z.number(),
  name: z.string(),
  deprecated: z.boolean(),
  checks: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])).default([]),
  esri: z.string().nullable().default(null),
  ogc: z.string().nullable().default(null),
  wkt2: z.string().nullable().default(null),
});

const referee = fileURLToPath(new URL('../scripts/epsg/list-places.py', import.meta.url));
/** The Python of the system, for which gdal-bin brings GDAL; another one may come first in the path. */
const python = '/usr/bin/python3';

/**
 * The sample of every run. These systems were once read wrong: axes, grads, cones that are turned, spheres, datums with a shift of their
 * own, and codes that are deprecated, for which GDAL puts others. As many again come from the whole table.
 */
const onceWrong = [
  2039, 2046, 2065, 2100, 2154, 2155, 2163, 3410, 3786, 3995, 4052, 4326, 4807, 5041, 5482, 5513, 5514, 5936,
  6933, 6966, 8086, 8857, 8858, 9311, 21_781, 26_719, 26_811, 27_039, 27_563, 27_572, 27_700, 28_191, 28_992,
  31_266, 31_268, 31_300, 31_370, 32_061, 32_067,
];
const sampleSize = 80;
const lines: Readonly<Record<string, string>> = table;

function sampledCodes(seed: number): number[] {
  const random = seededRandom(seed);
  const codes = Object.keys(lines).map(Number);
  const chosen = new Set(onceWrong);
  while (chosen.size < sampleSize) chosen.add(codes[Math.floor(random() * codes.length)] ?? 4326);
  // Those with the same names too, because a text without a code may be of any of them.
  const names = [...chosen].flatMap((code) => lines[String(code)]?.split('\t').slice(3) ?? []);
  return [...new Set([...chosen, ...names.flatMap((name) => codesOfName(name))])];
}

/**
 * Returns the systems of a run. `NADIR_CODES=all` has PROJ list every system of its database (a quarter of an hour); a number is another seed
 * of the sample; a path is a list that `scripts/epsg/list-places.py` has written.
 */
export function readSweptSystems(): SweptSystem[] {
  const asked = process.env.NADIR_CODES ?? '1';
  const isSeed = /^\d+$/.test(asked);
  const words = isSeed ? [sampledCodes(Number(asked)).join(',')] : [];
  const text =
    isSeed || asked === 'all'
      ? execFileSync(python, [referee, ...words], { encoding: 'utf8', maxBuffer: 2 ** 28 })
      : readFileSync(asked, 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { checks, ...system } = lineSchema.parse(JSON.parse(line));
      return { ...system, places: checks };
    });
}

/** Returns the largest distance from the referee in metres; infinity if there is no place for one of them. */
export function worstMetres(
  toLonLat: (x: number, y: number) => readonly number[] | null,
  places: readonly SweptPlace[],
): number {
  return Math.max(
    ...places.map(([x, y, longitude, latitude]) => {
      const [east = Number.NaN, north = Number.NaN] = toLonLat(x, y) ?? [];
      const turns = Math.round((east - longitude) / 360) * 360;
      const metres =
        Math.hypot((east - longitude - turns) * Math.cos((latitude * Math.PI) / 180), north - latitude) *
        111_320;
      return Number.isFinite(metres) ? metres : Number.POSITIVE_INFINITY;
    }),
  );
}

/** Returns true if a system that is not deprecated has the name of this text. */
function isNameInForce(text: string | null): boolean {
  const [, name = ''] = /"([^"]*)"/.exec(text ?? '') ?? [];
  return codesOfName(name).some((code) => lines[String(code)]?.includes(' (deprecated)') === false);
}

/** Returns the share of each kind of answer in each notation, as lines of text. */
function sharesOf(
  name: string,
  counts: Readonly<Record<Notation, Readonly<Record<string, number>>>>,
): string {
  const lines = notations.flatMap((notation) => {
    const kinds = Object.entries(counts[notation]).sort(([, a], [, b]) => b - a);
    const total = kinds.reduce((sum, [, count]) => sum + count, 0);
    const shares = kinds.map(
      ([kind, count]) =>
        `    ${((100 * count) / total).toFixed(2).padStart(6)} %  ${String(count).padStart(5)}  ${kind}`,
    );
    return [`  ${notation}: ${total} systems`, ...shares];
  });
  return `${name}\n${lines.join('\n')}\n`;
}

/**
 * Sweeps all systems in each notation; `judge` returns what became of one, which begins with `SILENT` if it is a fault. A text without a code
 * whose name a deprecated system shares with one in force is left out: it does not say which of the two it is. Returns the silent ones with
 * their distances; a run by `NADIR_CODES` also writes what became of how many in each notation to `nadir-crs-NAME.json` in the folder for
 * temporary files, and prints their shares.
 */
export async function sweep(
  name: string,
  systems: readonly SweptSystem[],
  judge: (
    system: SweptSystem,
    notation: Notation,
    text: string | null,
  ) => Promise<{ kind: string; metres: number }>,
): Promise<string[]> {
  const counts: Record<Notation, Record<string, number>> = { code: {}, esri: {}, ogc: {}, wkt2: {} };
  const silent: string[] = [];
  for (const system of systems) {
    if (system.places.length === 0) continue;
    for (const notation of notations) {
      const text = notation === 'code' ? null : system[notation];
      if (notation !== 'code' && text === null) continue;
      if (notation === 'esri' && system.deprecated && isNameInForce(text)) continue;
      const { kind, metres } = await judge(system, notation, text);
      const ofNotation = counts[notation];
      ofNotation[kind] = (ofNotation[kind] ?? 0) + 1;
      if (kind.startsWith('SILENT'))
        silent.push(`${notation} ${system.code} ${system.name} ${Math.round(metres)} m`);
    }
  }
  if (process.env.NADIR_CODES !== undefined) {
    writeFileSync(join(tmpdir(), `nadir-crs-${name}.json`), JSON.stringify(counts, null, 1));
    process.stdout.write(sharesOf(name, counts));
  }
  return silent;
}
