/** Values of every type, and some of each format. */
const values: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  91,
  181,
  361,
  1e9,
  -0.001,
  '',
  'x',
  'a b',
  'GET',
  'get',
  'nan',
  'abc12',
  '2026-03-05',
  '2026-03-05T10:30:00Z',
  '2026-03-05T10:30:00+02:00',
  '2026-13-05T10:30:00Z',
  '1.1.0',
  '1.0.0',
  'https://example.org/a',
  './a',
  '/a',
  '#a',
  'mailto:a@example.org',
  'collection',
  'self',
  'Feature',
  'Catalog',
  'Collection',
  'Point',
  'Polygon',
  'GeometryCollection',
  'other',
  'red',
  'uint8',
  'host',
  'a//b',
  '/a/b',
  'a:b',
];
const made: readonly (() => unknown)[] = [
  () => ({}),
  () => [],
  () => [1],
  () => [1, 2],
  () => [1, 2, 3, 4],
  () => [1, 2, 3, 4, 5],
  () => [1, 2, 3, 4, 5, 6],
  () => ['x'],
  () => [['2026-03-05T10:30:00Z', null]],
  () => ({ name: 'x' }),
  () => ({ type: 'Point', coordinates: [1, 2] }),
  () => ({ type: 'GeometryCollection', geometries: [] }),
  () => [{ rel: 'collection', href: './c' }],
  () => [{ name: 'B', 'eo:common_name': 'red' }],
];
/** Names of fields, those that no schema knows among them, that are added where they may not belong. */
const names = [
  ...'title description keywords roles datetime start_datetime end_datetime created updated platform instruments'.split(
    ' ',
  ),
  ...'constellation mission gsd license providers bands data_type nodata statistics unit id type href rel'.split(
    ' ',
  ),
  ...'method headers collection bbox geometry links assets item_assets summaries extent stac_extensions'.split(
    ' ',
  ),
  'eo:cloud_cover',
  'eo:snow_cover',
  'eo:common_name',
  'eo:center_wavelength',
  'eo:solar_illumination',
  'eo:bands',
  'view:off_nadir',
  'view:sun_elevation',
  'view:moon_elevation',
  'view:none',
  'file:size',
  'file:none',
  'file:values',
  'proj:code',
  'proj:epsg',
  'proj:shape',
  'proj:bbox',
  'proj:geometry',
  'proj:centroid',
  'proj:projjson',
  'processing:level',
  'processing:software',
  'processing:datetime',
  'processing:none',
  'file:local_path',
];

const gone = Symbol('gone');

const partsOf = (value: unknown): [key: string, part: unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** Returns the ways to all parts of an object, but for those below fields of Nadir's own, which no schema looks at. */
const waysTo = (value: unknown, way: readonly string[] = []): string[][] =>
  partsOf(value).flatMap(([key, part]) =>
    key.startsWith('nadir:') ? [] : [[...way, key], ...waysTo(part, [...way, key])],
  );

/** Returns a value with the part at the end of a way changed, left out or added. */
export function changedAt(
  value: unknown,
  [first, ...rest]: readonly string[],
  change: (part: unknown) => unknown,
): unknown {
  if (first === undefined) return change(value);
  const parts = partsOf(value);
  const all = parts.some(([key]) => key === first) ? parts : [...parts, [first, undefined] as const];
  const next = all.flatMap(([key, part]) => {
    const made = key === first ? changedAt(part, rest, change) : part;
    return made === gone ? [] : [[key, made] as const];
  });
  return Array.isArray(value) ? next.map(([, part]) => part) : Object.fromEntries(next);
}

/** Returns a value without the part at the end of a way. */
export const withoutPart = (value: unknown, way: readonly string[]): unknown =>
  changedAt(value, way, () => gone);

/** Creates what breaks objects, or changes them in a way that leaves them valid. What it does follows from `random` alone. */
export function createMutator(random: () => number) {
  const pick = <T>(all: readonly T[]): T => {
    const one = all[Math.floor(random() * all.length)];
    if (one === undefined) throw new Error('There is nothing to pick from.');
    return one;
  };
  const anyValue = (): unknown => (random() < 0.7 ? (pick([...values, null]) ?? null) : pick(made)());
  const changes: readonly ((part: unknown) => unknown)[] = [
    () => gone,
    () => gone,
    anyValue,
    anyValue,
    anyValue,
    (part) => [part],
    (part) => (Array.isArray(part) ? part[0] : part),
    (part) => (Array.isArray(part) ? [...part, anyValue()] : anyValue()),
    (part) => (Array.isArray(part) ? part.slice(1) : gone),
    (part) =>
      Array.isArray(part)
        ? [...part, ...part]
        : { ...Object.fromEntries(partsOf(part)), [pick(names)]: anyValue() },
    (part) => (typeof part === 'number' ? -part * 10 : anyValue()),
  ];
  const isHolder = (part: unknown) => typeof part === 'object' && part !== null && !Array.isArray(part);

  function once(value: unknown): { value: unknown; what: string } {
    const ways = waysTo(value);
    if (random() < 0.75) {
      const way = pick(ways);
      return { value: changedAt(value, way, pick(changes)), what: way.join('/') };
    }
    // A field more, in the object itself or in one of its parts.
    const holders = ways.filter((way) =>
      isHolder(way.reduce<unknown>((part, key) => Object.fromEntries(partsOf(part))[key], value)),
    );
    const way = [...pick([[], ...holders]), pick(names)];
    return { value: changedAt(value, way, anyValue), what: `+${way.join('/')}` };
  }

  /** Returns an object with one to three changes, and where they are. */
  return (value: unknown): { value: unknown; what: string } => {
    const times = random() < 0.75 ? 1 : pick([2, 3]);
    const all: string[] = [];
    let now = value;
    for (let n = 0; n < times; n += 1) {
      const { value: next, what } = once(now);
      if (waysTo(next).length === 0) break;
      now = next;
      all.push(what);
    }
    return { value: now, what: all.join(', ') };
  };
}
