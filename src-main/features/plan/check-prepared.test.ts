import { describe, expect, it } from 'vitest';
import { codesOf, emptyContext, preparedImage } from '../../../testing/prepared-rows.ts';
import type { KnownRequest } from '../../core/known-request.ts';
import type { NearPoint } from '../../core/near-pairs.ts';
import { checkPrepared, costGroups, type IdentifiedImage } from './check-prepared.ts';
import type { PreparedCheckContext } from './checks/check-types.ts';
import { patchedImage } from './prepared-image.ts';

type Fields = Parameters<typeof preparedImage>[1];
const check = (images: readonly IdentifiedImage[], context: Partial<PreparedCheckContext> = {}) =>
  checkPrepared(images, { ...emptyContext, ...context });
const one = (fields: Fields, context: Partial<PreparedCheckContext> = {}) => {
  const image = preparedImage(1, fields);
  const { rows, ready } = check([image], context);
  const issues = rows[0]?.issues ?? [];
  /** The row after the mend of its first issue, checked again. */
  const mended = () => {
    const patch = issues[0]?.mend?.patch;
    if (patch === undefined || patch === null) throw new Error('nothing to mend it with');
    return check([{ ...image, image: patchedImage(image.image, patch) }], context);
  };
  return { codes: issues.map(({ code }) => code), issues, isReady: ready.length === 1, mended };
};

const north = { name: 'north', maxPriority: 10, minPriority: 90, defaultPriority: 50 };
const south = { ...north, name: 'south' };
const known = (fields: Partial<KnownRequest> = {}): KnownRequest => ({
  from: 'task',
  id: '7',
  name: 'Harbour',
  ordered: '169',
  longitude: 16.05,
  latitude: 48,
  start: '2026-03-10T00:00:00Z',
  end: '2026-03-20T00:00:00Z',
  outcomeId: null,
  ...fields,
});
const square = (size: number, west = 10) => ({
  kind: 'area' as const,
  rings: [
    [
      [west, 50],
      [west + size, 50],
      [west + size, 50 + size],
      [west, 50 + size],
    ] satisfies [number, number][],
  ],
});

describe('a row that is right', () => {
  it('has no issue and becomes the task that the form would send', () => {
    const { rows, ready } = check([preparedImage(1, { values: { everyMinutes: 10_080, maxCaptures: 2 } })]);
    expect(rows).toEqual([]);
    expect(ready[0]?.input).toEqual({
      kind: 'task',
      request: {
        task_name: 'Plot 1',
        project_name: 'Survey',
        product: 169,
        target: { type: 'Point', coordinates: [16.05, 48] },
        start: '2026-03-02T00:00:00Z',
        end: '2026-03-16T00:00:00Z',
        expected_age: '7 00:00:00',
        max_captures: 2,
      },
    });
  });

  it('becomes an order with the period of its SKU', () => {
    const point = check([preparedImage(1, { values: { sku: 'TSKPOI-M', everyMinutes: 1_440 } })]);
    expect(point.ready[0]?.input).toMatchObject({
      kind: 'order',
      request: {
        geometry: { type: 'Point', coordinates: [16.05, 48] },
        properties: { order_name: 'Plot 1', sku: 'TSKPOI-M', parameters: { revisit_period: 'P1D' } },
      },
    });
    const area = check([
      preparedImage(1, { values: { sku: 'TSKARE-M', everyMinutes: 1_440 }, image: { geometry: square(1) } }),
    ]);
    expect(area.ready[0]?.input).toMatchObject({
      request: { geometry: { type: 'Polygon' }, properties: { parameters: { remapping_period: 'P1D' } } },
    });
  });
});

describe('the position', () => {
  it('that is missing keeps the row; two numbers in the wrong order are mended', () => {
    const missing = one({ at: null, image: { positionText: 'by the lake' } });
    expect(missing).toMatchObject({ codes: ['noPosition'], isReady: false });
    expect(missing.issues[0]?.mend).toBeNull();
    const swapped = one({ at: null, image: { positionText: '151.2, -33.9' } });
    expect(swapped.issues[0]?.mend).toMatchObject({
      kind: 'swap',
      patch: { geometry: { longitude: 151.2, latitude: -33.9 } },
    });
    expect(swapped.mended()).toMatchObject({ rows: [] });
  });

  it('at zero was left empty by somebody', () => {
    expect(one({ at: [0, 0] })).toMatchObject({ codes: ['nullIsland'], isReady: false });
    expect(one({ at: [0, 0.01] }).codes).toEqual([]);
    const images = [1, 2, 3, 4].map((n) => preparedImage(n));
    expect(codesOf(check([...images, preparedImage(5, { at: [0, 0] })]).rows, 4)).toEqual(['nullIsland']);
  });

  it('of an area is no target of a task, but its middle is', () => {
    const area = one({ image: { geometry: square(1) } });
    expect(area.codes).toEqual(['pointNeeded']);
    expect(area.issues[0]?.mend?.patch).toMatchObject({ geometry: { longitude: 10.5, latitude: 50.5 } });
    expect(area.mended()).toMatchObject({ rows: [] });
    expect(one({ values: { sku: 'TSKARE-M' } })).toMatchObject({ codes: ['areaNeeded'], isReady: false });
  });

  it('of a row without a mark, as one of a package, is compared with that of its place', () => {
    const place = (longitude: number) => ({
      geometry: { kind: 'point' as const, longitude, latitude: 48, altitudeMetres: null },
    });
    const codes = (of: ReturnType<PreparedCheckContext['placeOf']>) =>
      one({ at: [16, 48] }, { placeOf: () => of }).codes;
    expect(codes(place(16))).toEqual([]);
    expect(codes(place(16.01))).toEqual(['placeMoved']);
    expect(codes({ geometry: square(1) })).toEqual([]);
    expect(codes({ geometry: null })).toEqual([]);
    expect(codes(null)).toEqual(['placeGone']);
  });

  it('is suspected to be swapped where it would lie among the others', () => {
    const images = [1, 2, 3, 4].map((n) => preparedImage(n));
    const { rows, ready } = check([...images, preparedImage(5, { at: [48, 16.2] })]);
    expect(codesOf(rows, 4)).toEqual(['swapped']);
    expect(rows).toHaveLength(1);
    // It may be meant.
    expect(ready).toHaveLength(5);
    expect(rows[0]?.issues[0]?.mend?.patch).toMatchObject({ geometry: { longitude: 16.2, latitude: 48 } });
    // Two places do not show where the others are.
    expect(check([preparedImage(1), preparedImage(5, { at: [48, 16.2] })]).rows).toEqual([]);
  });

  it('with the sign of another hemisphere is mended by one click', () => {
    const images = [1, 2, 3, 4].map((n) => preparedImage(n, { at: [-66.1 - n / 10, -17.4] }));
    const wrong: [number, number][] = [
      [66.5, -17.4],
      [-66.5, 17.4],
      [66.5, 17.4],
    ];
    for (const at of wrong) {
      const { rows, ready } = check([...images, preparedImage(5, { at })]);
      expect(codesOf(rows, 4)).toEqual(['otherSign']);
      expect(rows).toHaveLength(1);
      expect(ready).toHaveLength(5);
      expect(rows[0]?.issues[0]).toMatchObject({
        values: { position: '-17.40000, -66.50000' },
        mend: { kind: 'changeSign', patch: { geometry: { longitude: -66.5, latitude: -17.4 } } },
      });
    }
  });

  it('far from all others is told with its distance', () => {
    const images = Array.from({ length: 199 }, (_, n) =>
      preparedImage(n + 1, { at: [-66 + (n % 20) / 10, -17.4 + Math.floor(n / 20) / 10] }),
    );
    const vienna = preparedImage(200, { at: [16.37, 48.21] });
    const { rows } = check([...images, vienna]);
    expect(rows.map(({ index, issues }) => [index, issues.map(({ code }) => code)])).toEqual([
      [199, ['farAway']],
    ]);
    // The geodesic from Vienna to the median place at -16.9, -65 has 10,770.598 km by PROJ's geod.
    expect(rows[0]?.issues[0]?.values.kilometres).toBe(10_771);
  });

  it('in one of several regions, or in a list over the whole world, is no reason', () => {
    const regions = [16, 16.1, 16.2, 100, 100.1].map((longitude, n) =>
      preparedImage(n + 1, { at: [longitude, 48] }),
    );
    expect(check(regions).rows).toEqual([]);
    const world = Array.from({ length: 30 }, (_, n) => preparedImage(n + 1, { at: [-170 + n * 11, 30] }));
    expect(
      check(world)
        .rows.flatMap(({ issues }) => issues)
        .map(({ code }) => code),
    ).not.toContain('farAway');
  });

  it.each<[string, [number, number][][], [number, number]]>([
    [
      'a horseshoe',
      [
        [
          [0, 0],
          [9, 0],
          [9, 9],
          [6, 9],
          [6, 3],
          [4, 3],
          [4, 9],
          [0, 9],
        ],
      ],
      [2, 4.5],
    ],
    [
      'an area with a hole',
      [
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 10],
        ],
        [
          [2, 2],
          [7, 2],
          [7, 7],
          [2, 7],
        ],
      ],
      [8.5, 5],
    ],
    [
      'a ring over the antimeridian',
      [
        [
          [175, 0],
          [185, 0],
          [185, 10],
          [175, 10],
        ],
        [
          [177, 2],
          [182, 2],
          [182, 7],
          [177, 7],
        ],
      ],
      [-176.5, 5],
    ],
  ])('in the middle of %s lies in the area', (_name, rings, [longitude, latitude]) => {
    const area = one({ image: { geometry: { kind: 'area', rings } } });
    expect(area.issues[0]?.mend?.patch).toMatchObject({ geometry: { longitude, latitude } });
  });

  it('of an area may touch the antimeridian, on either side, and not cross it', () => {
    const codesAt = (west: number, size: number) =>
      one({ values: { sku: 'TSKARE-M', everyMinutes: 1_440 }, image: { geometry: square(size, west) } })
        .codes;
    // The first corner is the one at the antimeridian.
    for (const [west, size] of [
      [180, 1],
      [180, -1],
      [-180, 1],
      [-180, -1],
      [539, 1],
    ] as const)
      expect(codesAt(west, size)).not.toContain('overAntimeridian');
    expect([codesAt(179.5, 1), codesAt(-179.5, -1)]).toEqual([['overAntimeridian'], ['overAntimeridian']]);
  });

  it('on the other side of the antimeridian is no reason', () => {
    const at = (longitude: number, n: number) => preparedImage(n, { at: [longitude, -17] });
    expect(check([at(179.9, 1), at(-179.9, 2), at(179.5, 3), at(-179.4, 4)]).rows).toEqual([]);
  });
});

describe('the window', () => {
  it('that has passed is moved to the next hour with its length', () => {
    const past = one({ values: { start: '2026-01-01T00:00:00Z', end: '2026-01-11T00:00:00Z' } });
    expect(past).toMatchObject({ codes: ['endPassed'], isReady: false });
    expect(past.issues[0]?.mend?.patch).toEqual({
      start: '2026-03-01T12:00:00Z',
      end: '2026-03-11T12:00:00Z',
    });
    expect(past.mended().rows).toEqual([]);
  });

  it('that began days ago is told, one that began today is not', () => {
    const begun = one({ values: { start: '2026-02-26T00:00:00Z', end: '2026-03-20T00:00:00Z' } });
    expect(begun).toMatchObject({ codes: ['startPassed'], isReady: true });
    expect(begun.issues[0]?.values).toEqual({ count: 3 });
    const today = one({ values: { start: '2026-03-01T00:00:00Z', end: '2026-03-20T00:00:00Z' } });
    expect(today.codes).toEqual([]);
  });

  it('with its end before its start is turned round', () => {
    const turned = one({ values: { start: '2026-03-16T00:00:00Z', end: '2026-03-02T00:00:00Z' } });
    expect(turned.codes).toEqual(['endBeforeStart']);
    expect(turned.mended().rows).toEqual([]);
  });

  it('that is short or unlike the usual one is a warning', () => {
    const usualWindowMs = () => 14 * 86_400_000;
    const short = one({ values: { end: '2026-03-02T06:00:00Z' } }, { usualWindowMs });
    expect(short).toMatchObject({ codes: ['windowShort'], isReady: true });
    expect(short.mended().rows).toEqual([]);
    const long = one({ values: { end: '2026-09-02T00:00:00Z' } }, { usualWindowMs });
    expect(long).toMatchObject({ codes: ['windowUnusual'], isReady: true });
    expect(long.issues[0]?.values).toEqual({ days: 184, usual: 14 });
    expect(one({ values: { end: '2026-03-09T00:00:00Z' } }, { usualWindowMs }).codes).toEqual([]);
    const hours = one({ values: { end: '2026-03-03T18:30:00Z' } }, { usualWindowMs });
    expect(hours.issues[0]).toMatchObject({ code: 'windowUnusual', values: { days: 1.8, usual: 14 } });
    // Without a habit nothing is unusual.
    expect(one({ values: { end: '2026-09-02T00:00:00Z' } }).codes).toEqual([]);
  });

  it('that is shorter than the recurrence is a warning', () => {
    expect(one({ values: { everyMinutes: 30 * 1_440 } }).codes).toEqual(['recurrenceLong']);
  });

  it('that cannot be read is an error of its field', () => {
    const unread = one({ values: { start: 'soon' } });
    expect(unread).toMatchObject({ codes: ['field'], isReady: false });
    expect(unread.issues[0]).toMatchObject({ column: 'start', values: { message: 'validation.zonedTime' } });
  });

  it('in the polar night is a warning', () => {
    const winter = { start: '2026-12-10T00:00:00Z', end: '2026-12-24T00:00:00Z' };
    expect(one({ at: [18.95, 69.65], values: winter })).toMatchObject({
      codes: ['polarNight'],
      isReady: true,
    });
    expect(one({ at: [18.95, 69.65] }).codes).toEqual([]);
    expect(one({ at: [18.95, -69.65], values: winter }).codes).toEqual([]);
  });
});

describe('client, priority and captures', () => {
  it('out of the range of the client is mended to its nearest end', () => {
    const clients = [north];
    const high = one({ values: { priority: 5 } }, { clients });
    expect(high).toMatchObject({ codes: ['priorityRange'], isReady: false });
    expect(high.issues[0]?.mend?.patch).toEqual({ priority: 10 });
    expect(one({ values: { priority: 200 } }, { clients }).issues[0]?.mend?.patch).toEqual({ priority: 90 });
    expect(one({ values: { priority: 10 } }, { clients }).codes).toEqual([]);
    expect(one({ values: { priority: 10 } }).codes).toEqual(['priorityUnused']);
  });

  it('need a client where there are several', () => {
    const clients = [north, south];
    expect(one({}, { clients })).toMatchObject({ codes: ['clientNeeded'], isReady: false });
    expect(one({ values: { client: 'west' } }, { clients }).codes).toEqual(['unknownClient']);
    const right = check([preparedImage(1, { values: { client: 'south' } })], { clients });
    expect(right.ready[0]?.input).toMatchObject({ request: { client: 'south' } });
  });

  it('differ from the number that is planned at the same time', () => {
    const more = one({ values: { maxCaptures: 1, maxSimultaneous: 3 } });
    expect(more).toMatchObject({ codes: ['simultaneousMore'], isReady: true });
    expect(more.mended().rows).toEqual([]);
    expect(one({ values: { maxCaptures: 4, maxSimultaneous: 3 } })).toMatchObject({
      codes: ['simultaneousFewer'],
      isReady: false,
    });
  });
});

describe('names and fields', () => {
  it('of which the place has not all are an error until the name is typed', () => {
    expect(one({ image: { missing: ['id'] } })).toMatchObject({ codes: ['nameFields'], isReady: false });
    expect(one({ image: { missing: ['id'] }, base: { name: 'before' } }).codes).toEqual([]);
  });

  it('are refused as the schema of the request refuses them', () => {
    expect(one({ values: { name: ' ' } }).issues[0]).toMatchObject({
      column: 'name',
      values: { message: 'validation.required' },
    });
    expect(one({ values: { product: 5 } }).codes).toEqual(['unknownProduct']);
    expect(one({ values: { product: 5 } }, { products: [] }).codes).toEqual([]);
    expect(
      one({ values: { sku: 'ARCIMG-M.15.01' }, image: { geometry: square(1) } }).issues[0],
    ).toMatchObject({ column: 'ordered', code: 'skuNeedsMore' });
    expect(one({ values: { sku: 'TSKRSH-M.15.01', everyMinutes: 1_440 } }).issues[0]).toMatchObject({
      column: 'every',
      code: 'skuWithoutPeriod',
    });
  });
});

describe('rows among themselves', () => {
  it('are held back if they are the same request, and warn if they only order the same', () => {
    const twin = preparedImage(1, { values: { name: 'Same' } });
    const other = { ...preparedImage(2), image: twin.image };
    const near = preparedImage(3, { at: [16.0501, 48], values: { name: 'Near' } });
    const later = preparedImage(4, {
      at: [16.05, 48],
      values: { start: '2026-03-16T00:00:00Z', end: '2026-03-30T00:00:00Z' },
    });
    const { rows, ready } = check([twin, other, near, later]);
    expect(codesOf(rows, 0)).toEqual([]);
    expect(codesOf(rows, 1)).toEqual(['twin']);
    expect(codesOf(rows, 2)).toEqual(['duplicate']);
    expect(codesOf(rows, 3)).toEqual([]);
    expect(ready).toHaveLength(3);
    expect(rows[0]?.issues[0]).toMatchObject({ values: { name: 'Same', row: 1 }, mend: { kind: 'remove' } });
  });
});

describe('what exists already', () => {
  it('is told if it orders the same at the same place and time', () => {
    const requestsNear = () => [known()];
    expect(one({}, { requestsNear })).toMatchObject({ codes: ['existing'], isReady: true });
    for (const fields of [
      { ordered: '170' },
      { latitude: 48.001 },
      { start: '2026-03-16T00:00:00Z' },
      { start: null },
    ])
      expect(one({}, { requestsNear: () => [known(fields)] }).codes, JSON.stringify(fields)).toEqual([]);
  });

  it.each([
    ['the middle of its box, where the outbox has it', 4.5],
    ['a point in it, where an order has it', 2],
  ])('is found for an area by %s', (_where, longitude) => {
    const horseshoe: [number, number][] = [
      [0, 0],
      [9, 0],
      [9, 9],
      [6, 9],
      [6, 3],
      [4, 3],
      [4, 9],
      [0, 9],
    ];
    const requestsNear = (at: NearPoint) =>
      at.longitude === longitude ? [known({ ...at, ordered: 'TSKARE-M' })] : [];
    const { codes } = one(
      { values: { sku: 'TSKARE-M' }, image: { geometry: { kind: 'area', rings: [horseshoe] } } },
      { requestsNear },
    );
    expect(codes).toContain('existing');
  });

  it('keeps the row if it is the same request', () => {
    const same = known({ name: 'Plot 1', start: '2026-03-02T00:00:00Z', end: '2026-03-16T00:00:00.000Z' });
    const before = one({}, { requestsNear: () => [known(), same] });
    expect(before).toMatchObject({ codes: ['sentBefore'], isReady: false });
    expect(one({ values: { name: 'Again' } }, { requestsNear: () => [same] }).codes).toEqual(['existing']);
  });

  it('may be a scene of the place', () => {
    const scene = { start: '2026-02-01T00:00:00.000Z', end: '2026-02-01T23:59:59.999Z' };
    expect(one({}, { newestSceneAt: () => scene }).issues).toMatchObject([
      { code: 'inLibrary', severity: 'warning', values: scene },
    ]);
  });
});

describe('the sum', () => {
  it('groups what costs the same, and leaves areas alone', () => {
    const { ready } = check([
      ...[1, 2, 3].map((n) => preparedImage(n)),
      preparedImage(4, { values: { maxCaptures: 2 } }),
      preparedImage(5, { values: { sku: 'TSKPOI-M' } }),
      preparedImage(6, { values: { sku: 'TSKPOI-M' } }),
      preparedImage(7, { values: { sku: 'TSKARE-M' }, image: { geometry: square(1) } }),
      preparedImage(8, { values: { sku: 'TSKARE-M' }, image: { geometry: square(2) } }),
    ]);
    expect(costGroups(ready.map(({ input }) => input)).map(({ count }) => count)).toEqual([3, 1, 2, 1, 1]);
  });

  it('checks five thousand rows of one place without an end', () => {
    const images = Array.from({ length: 5_000 }, (_, n) => preparedImage(n, { at: [16, 48] }));
    const { rows } = check(images);
    expect(rows).toHaveLength(4_999);
  });
});
