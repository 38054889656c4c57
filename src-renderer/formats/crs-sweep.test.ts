import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { crsOfCode, crsOfWkt, type ReadCrs } from './crs.ts';

/**
 * By hand, with NADIR_CRS_PLACES naming the places of `scripts/epsg/list-places.py` (PROJ): every projected and geographic system of its database, as EPSG code
 * and as three kinds of well-known text, is within a metre, or the person is told or asked, or it is refused; none is silently wrong.
 */
const path = process.env.NADIR_CRS_PLACES;

const lineSchema = z.object({
  code: z.number(),
  name: z.string(),
  places: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
  esri: z.string().nullish(),
  ogc: z.string().nullish(),
  wkt2: z.string().nullish(),
});
type Place = z.infer<typeof lineSchema>['places'][number];

function worstMetres(
  crs: { toLonLat(x: number, y: number): readonly number[] | null },
  places: readonly Place[],
) {
  return Math.max(
    ...places.map(([x, y, longitude, latitude]) => {
      const [east = Number.NaN, north = Number.NaN] = crs.toLonLat(x, y) ?? [];
      const turns = Math.round((east - longitude) / 360) * 360;
      const metres =
        Math.hypot((east - longitude - turns) * Math.cos((latitude * Math.PI) / 180), north - latitude) *
        111_320;
      return Number.isFinite(metres) ? metres : Number.POSITIVE_INFINITY;
    }),
  );
}

function classOf(read: ReadCrs, places: readonly Place[]): string {
  if ('problem' in read) return `refused: ${read.problem.message}`;
  if ('two' in read) return 'asked: name and parameters differ';
  const { crs } = read;
  if (crs.unknownDatum !== null) return 'asked: datum without a shift';
  const metres = worstMetres(crs, places);
  // No place, rather than a wrong one: each feature is refused.
  if (metres === Number.POSITIVE_INFINITY) return 'no place';
  if (metres <= 1) return crs.metres > 0 ? 'within a metre, told rough' : 'within a metre';
  return metres <= crs.metres + 1
    ? 'told: within the metres that are said'
    : crs.metres > 0
      ? 'SILENT beyond what is told'
      : 'SILENT';
}

it('a fixed sample of systems is within a metre or said to be rough, by code and by each kind of text', () => {
  const lines = z
    .array(lineSchema)
    .parse(JSON.parse(readFileSync(new URL('./crs-sample.json', import.meta.url), 'utf8')));
  expect(lines.length).toBeGreaterThan(10);
  for (const { code, places, esri, ogc, wkt2 } of lines) {
    const reads = [crsOfCode(code), ...[esri, ogc, wkt2].flatMap((wkt) => (wkt ? [crsOfWkt(wkt)] : []))];
    for (const read of reads)
      expect([code, classOf(read, places)]).toEqual([
        code,
        expect.stringMatching(/^(?:within a metre|told)/),
      ]);
  }
});

it.skipIf(path === undefined)(
  'no system of PROJ is silently off by more than a metre',
  { timeout: 600_000 },
  () => {
    const counts: Record<string, Record<string, number>> = {};
    const silent: string[] = [];
    const examples: Record<string, string[]> = {};
    for (const text of readFileSync(path ?? '', 'utf8').split('\n')) {
      if (!text.endsWith('}')) continue;
      const { code, name, places, ...texts } = lineSchema.parse(JSON.parse(text));
      if (places.length === 0) continue;
      const forms: [string, () => ReadCrs][] = [['code', () => crsOfCode(code)]];
      for (const [form, wkt] of Object.entries(texts)) if (wkt) forms.push([form, () => crsOfWkt(wkt)]);
      for (const [form, read] of forms) {
        const found = read();
        const kind = classOf(found, places);
        const ofForm = counts[form] ?? {};
        counts[form] = ofForm;
        ofForm[kind] = (ofForm[kind] ?? 0) + 1;
        const key = `${form} ${kind}`;
        const list = examples[key] ?? [];
        examples[key] = list;
        if (list.length < 14)
          list.push(`${code} ${name}${'two' in found ? ` ${Math.round(found.two.metresApart)}` : ''}`);
        if (kind.startsWith('SILENT'))
          silent.push(
            `${form} ${code} ${name} ${'crs' in found ? Math.round(worstMetres(found.crs, places)) : ''} m`,
          );
      }
    }
    writeFileSync(`${path}.shares.json`, JSON.stringify({ counts, examples }, null, 1));
    expect(silent).toEqual([]);
  },
);
