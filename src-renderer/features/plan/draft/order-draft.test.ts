import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderRequestSchema } from '../../../../src-preload/contract/order-request.ts';
import type { AddedSku } from '../../../../src-preload/contract/settings.ts';
import { offeredSkus, skuOf } from '../../../../src-preload/contract/sku-catalogue.ts';
import { durationText, shownDuration } from './duration-text.ts';
import {
  emptyOrderDraft,
  nextOrderDraft,
  type OrderDraft,
  orderDraftOf,
  orderDraftSchema,
  orderFieldOf,
  readOrderDraft,
} from './order-draft.ts';

const now = Date.parse('2026-03-01T10:20:00Z');
const night: AddedSku = {
  code: 'TSKNGT-M.15.15',
  label: 'Night',
  geometry: 'Point',
  parameters: [
    { name: 'start', type: 'time', required: true },
    { name: 'gain', type: 'number', required: true },
    { name: 'moonless', type: 'yes-no', required: false },
    { name: 'bands', type: 'json', required: false },
  ],
};
const square: [number, number][] = [
  [4, 51],
  [4.1, 51],
  [4.1, 51.1],
  [4, 51.1],
];
const good: OrderDraft = {
  ...emptyOrderDraft(now),
  name: 'Dunes',
  project: 'Coast',
  place: '28.6872, -13.8405',
};
const read = (patch: Partial<OrderDraft>) => {
  const draft = { ...good, ...patch };
  return readOrderDraft(draft, { sku: skuOf(draft.sku, [night]), now });
};
const requests = (patch: Partial<OrderDraft>) => {
  const result = read(patch);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.requests;
};
const errors = (patch: Partial<OrderDraft>) => {
  const result = read(patch);
  return result.ok
    ? {}
    : Object.fromEntries(Object.entries(result.errors).map(([field, { message }]) => [field, message]));
};

const times = { start: '2026-03-01T11:00:00Z', end: '2026-03-15T11:00:00Z' };

it.each(['2026-12-20T10:00 PM', '2026-12-20T10:00-04:00', '2026-12-20T10:00Z', '2026-12-20T10:005'])(
  'a start of %s is refused, and not read without its end',
  (start) => {
    expect(errors({ start })).toEqual({ start: 'validation.zonedTime' });
  },
);

describe('a draft becomes the Feature of its SKU', () => {
  it('of a point', () => {
    expect(requests({ values: { revisit_period: 'P7D', processing_level: 'L1D_SR' } })).toEqual([
      {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [-13.8405, 28.6872] },
        properties: {
          order_name: 'Dunes',
          project_name: 'Coast',
          sku: 'TSKPOI-M',
          parameters: { ...times, revisit_period: 'P7D', processing_level: 'L1D_SR' },
        },
      },
    ]);
  });

  it('of an area, closed', () => {
    const [request] = requests({ sku: 'TSKARE-M', areas: [[square]], values: { remapping_period: 'P1M' } });
    expect(request?.geometry).toEqual({ type: 'Polygon', coordinates: [[...square, square[0]]] });
    expect(request?.properties.parameters).toEqual({ ...times, remapping_period: 'P1M' });
  });

  it('of the archive: without a period, whatever stands in the fields that are not shown', () => {
    const [request] = requests({
      sku: 'ARCIMG-M.15.15',
      corners: '51, 4\n51, 4.1\n51.1, 4.1\n51.1, 4',
      values: { outcome_id: 'c-1', revisit_period: 'nonsense' },
    });
    expect(request?.properties.parameters).toEqual({ outcome_id: 'c-1' });
    expect(request?.geometry).toEqual({ type: 'Polygon', coordinates: [[...square, square[0]]] });
  });

  it('of a SKU that the user added, each parameter by its type', () => {
    expect(
      requests({ sku: night.code, values: { gain: '2,5', moonless: 'no', bands: '["nir"]' } })[0]?.properties,
    ).toMatchObject({
      sku: night.code,
      parameters: { start: times.start, gain: 2.5, moonless: false, bands: ['nir'] },
    });
    expect(errors({ sku: night.code, values: { gain: 'much', bands: '[' } })).toEqual({
      'value.gain': 'validation.number',
      'value.bands': 'validation.json',
    });
    expect(errors({ sku: night.code })).toEqual({ 'value.gain': 'validation.required' });
  });

  it('of a SKU that nobody knows, of the geometry that was chosen', () => {
    expect(requests({ sku: 'NEW-1', start: '', end: '' })[0]?.properties.parameters).toEqual({});
    expect(requests({ sku: 'NEW-1', geometry: 'Polygon', areas: [[square]] })[0]?.geometry.type).toBe(
      'Polygon',
    );
  });

  it('with any other parameter, typed', () => {
    expect(
      requests({
        others: [
          { key: 'note', type: 'text', value: ' as is ' },
          { key: 'count', type: 'number', value: '3' },
          { key: 'urgent', type: 'yes-no', value: 'yes' },
          { key: 'nested', type: 'json', value: '{"a":[1]}' },
        ],
      })[0]?.properties.parameters,
    ).toEqual({ ...times, note: ' as is ', count: 3, urgent: true, nested: { a: [1] } });
  });

  it('several times where there are several areas, or one over the antimeridian, each with a name of its own', () => {
    const over: [number, number][] = [
      [179, 0],
      [181, 0],
      [181, 1],
      [179, 1],
    ];
    const made = requests({ sku: 'TSKARE-M', areas: [[square], [over]] });
    expect(made.map(({ properties }) => properties.order_name)).toEqual([
      'Dunes (1/3)',
      'Dunes (2/3)',
      'Dunes (3/3)',
    ]);
    expect(made[2]?.geometry.coordinates).toEqual([
      [
        [-180, 0],
        [-179, 0],
        [-179, 1],
        [-180, 1],
        [-180, 0],
      ],
    ]);
  });
});

it.each<[string, Partial<OrderDraft>, Record<string, string>]>([
  [
    'nothing',
    { name: ' ', project: '', sku: '' },
    { name: 'validation.required', project: 'validation.required', sku: 'validation.required' },
  ],
  ['no place', { place: '' }, { place: 'validation.required' }],
  ['an odd place', { place: 'there' }, { place: 'validation.coordinate' }],
  ['no area', { sku: 'TSKARE-M' }, { area: 'validation.required' }],
  [
    'a corner that cannot be read',
    { sku: 'TSKARE-M', corners: '51, 4\nthere' },
    { area: 'validation.corner' },
  ],
  [
    'an area that crosses itself',
    { sku: 'TSKARE-M', corners: '0 0\n1 1\n1 0\n0 1' },
    { area: 'validation.selfIntersection' },
  ],
  ['no start', { start: '' }, { start: 'validation.required' }],
  ['an odd start', { start: '2026-13' }, { start: 'validation.zonedTime' }],
  ['an end before the start', { end: '2026-03-01T10:30' }, { end: 'validation.endAfterStart' }],
  [
    'an end that has passed',
    { start: '2026-01-01T00:00', end: '2026-02-01T00:00' },
    { end: 'validation.endPassed' },
  ],
  [
    'an odd period',
    { values: { revisit_period: '7 days' } },
    { 'value.revisit_period': 'validation.duration' },
  ],
  [
    'no time at all',
    { values: { revisit_period: 'P0D' } },
    { 'value.revisit_period': 'validation.duration' },
  ],
  ['no capture', { sku: 'ARCLGD-M.30.30', areas: [[square]] }, { 'value.outcome_id': 'validation.required' }],
  [
    'a parameter twice',
    { others: [{ key: 'end', type: 'text', value: 'x' }] },
    { 'other.0.key': 'validation.twice' },
  ],
  [
    'a parameter without a name',
    { others: [{ key: '', type: 'text', value: 'x' }] },
    { 'other.0.key': 'validation.required' },
  ],
  [
    'JSON that is none',
    { others: [{ key: 'a', type: 'json', value: '{' }] },
    { 'other.0.value': 'validation.json' },
  ],
])('is refused at its field: %s', (_, patch, expected) => {
  expect(errors(patch)).toEqual(expected);
});

it('knows where a field of the service stands in the form', () => {
  const draft = { ...good, others: [{ key: 'note', type: 'text' as const, value: '' }] };
  const at = (...path: (string | number)[]) => orderFieldOf(path, draft, skuOf(draft.sku, []));
  expect(at('geometry')).toBe('place');
  expect(orderFieldOf(['geometry', 'coordinates', 0], draft, skuOf('TSKARE-M', []))).toBe('area');
  expect(at('properties', 'sku')).toBe('sku');
  expect(at('order_name')).toBe('name');
  expect(at('properties', 'parameters', 'revisit_period')).toBe('value.revisit_period');
  expect(at('parameters', 'note')).toBe('other.0.value');
  expect(at('end')).toBe('end');
  expect(at('contract')).toBeNull();
});

it('comes back from a request, and gives the same request again', () => {
  for (const patch of [
    { values: { revisit_period: 'P7D' } },
    {
      sku: 'TSKARE-M',
      areas: [
        [
          square,
          square
            .map(([x, y]): [number, number] => [4 + (x - 4) / 2 + 0.01, 51 + (y - 51) / 2 + 0.01])
            .toReversed(),
        ],
      ],
    },
    { sku: 'ARCIMG-M.15.01', areas: [[square]], values: { outcome_id: 'c' } },
    { altitude: '120' },
    { place: '28.68721234567, -13.84050000001' },
    { sku: night.code, values: { gain: '20.1250' } },
    { sku: night.code, values: { gain: '2.5', moonless: 'yes', bands: '{"a":1}' } },
    {
      sku: 'NEW-9',
      others: [
        { key: 'a', type: 'json' as const, value: '[1]' },
        { key: 'b', type: 'yes-no' as const, value: 'no' },
      ],
    },
  ]) {
    const [request] = requests(patch);
    if (!request) throw new Error('no request');
    const sku = skuOf(request.properties.sku, [night]);
    for (const format of ['dd', 'utm'] as const) {
      const back = orderDraftOf(request, { sku, format, now });
      expect(readOrderDraft(back, { sku, now })).toEqual({ ok: true, requests: [request] });
    }
  }
});

it('never gives a request that the wire refuses, whatever was typed or kept', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('2026-05-01T00:00', '48.2, 16.3', 'P1D', '{"a":1}', 'TSKARE-M'),
  );
  const draft: fc.Arbitrary<OrderDraft> = fc.record({
    commandId: fc.constant(null),
    commandScope: fc.constant(null),
    sku: text,
    name: text,
    project: text,
    geometry: fc.constantFrom('Point', 'Polygon'),
    place: text,
    placeConfirmed: text,
    altitude: text,
    keptProject: fc.constant(''),
    sceneName: fc.constant(''),
    areas: fc.array(
      fc.array(fc.array(fc.tuple(fc.double(), fc.double()), { maxLength: 6 }), { maxLength: 2 }),
      { maxLength: 2 },
    ),
    corners: fc.oneof(fc.constant(null), text),
    start: text,
    end: text,
    offsetMinutes: fc.constantFrom(0, 60, -570),
    values: fc.dictionary(fc.constantFrom('outcome_id', 'revisit_period', 'processing_level'), text),
    others: fc.array(
      fc.record({ key: text, type: fc.constantFrom('text', 'number', 'yes-no', 'json'), value: text }),
      { maxLength: 3 },
    ),
  });
  fc.assert(
    fc.property(draft, (typed) => {
      const result = readOrderDraft(typed, { sku: skuOf(typed.sku, [night]), now });
      if (result.ok)
        for (const request of result.requests)
          expect(orderRequestSchema.safeParse(request).success).toBe(true);
      else expect(Object.keys(result.errors).length).toBeGreaterThan(0);
    }),
    { numRuns: 1_000 },
  );
});

it('starts empty and whole', () => {
  expect(orderDraftSchema.parse(emptyOrderDraft(now))).toEqual(emptyOrderDraft(now));
});

it('offers each SKU once, under its kind', () => {
  const offered = offeredSkus([night], ['ARCIMG-M.15.15', 'NEW-1', night.code]);
  expect(offered.map(({ kind }) => kind)).toEqual([
    'point',
    'area',
    'rush',
    'rush-rapid',
    'archive',
    'archive-download',
    'added',
    'unknown',
  ]);
  expect(offered.find(({ kind }) => kind === 'rush')?.codes).toEqual([
    'TSKRSH-M.15.01',
    'TSKRSH-M.15.15',
    'TSKRSH-M.30.30',
  ]);
  expect(offered.at(-2)?.codes).toEqual([night.code]);
  expect(offered.at(-1)?.codes).toEqual(['NEW-1']);
});

it('never orders 1 where 1,000 was typed', () => {
  const gain = (text: string) => read({ sku: night.code, values: { gain: text } });
  for (const text of ['1,000', '1.000'])
    expect(gain(text)).toMatchObject({
      ok: false,
      errors: { 'value.gain': { message: 'validation.ambiguousNumber', values: { groupedText: '1000' } } },
    });
  expect(errors({ others: [{ key: 'gain', type: 'number', value: '1,000' }] })).toEqual({
    'other.0.value': 'validation.ambiguousNumber',
  });
  const [million] = requests({ sku: night.code, values: { gain: '1,000,000.5' } });
  expect(million?.properties.parameters).toMatchObject({ gain: 1_000_000.5 });
});

describe('a duration is a number and its unit', () => {
  it.each([
    ['7', 'days', 'P7D'],
    ['12', 'hours', 'PT12H'],
    ['2', 'weeks', 'P2W'],
    ['1', 'months', 'P1M'],
    ['P1M2D', 'days', 'P1M2D'],
    ['p7d', 'hours', 'P7D'],
    ['', 'days', ''],
  ] as const)('%s %s', (count, unit, text) => {
    expect(durationText(count, unit)).toBe(text);
    const shown = shownDuration(text);
    expect(durationText(shown.count, shown.unit ?? 'days')).toBe(text);
  });

  it.each([
    ['1,000', 'validation.ambiguousNumber'],
    ['2.5', 'validation.wholeNumber'],
    ['weekly', 'validation.number'],
    ['0', 'validation.duration'],
  ])('refuses %s days, and keeps it in the field', (count, message) => {
    const text = durationText(count, 'days');
    expect(shownDuration(text)).toEqual({ count, unit: 'days' });
    expect(errors({ values: { revisit_period: text } })).toEqual({ 'value.revisit_period': message });
  });
});

it('keeps the SKU, project and level for the next order, and nothing that may mean another thing in it', () => {
  const sent = {
    ...emptyOrderDraft(0),
    sku: 'TSKARE-M',
    name: 'North',
    project: 'Estuaries',
    sceneName: 'North',
    values: { processing_level: 'L1B', revisit_period: '3 00:00:00', outcome_id: 'c1' },
    others: [{ key: 'tier', type: 'number' as const, value: '7' }],
  };
  expect(nextOrderDraft(sent, 0)).toMatchObject({
    sku: 'TSKARE-M',
    name: '',
    project: 'Estuaries',
    sceneName: '',
    values: { processing_level: 'L1B' },
    others: [],
  });
});
