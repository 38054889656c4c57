import { z } from 'zod';
import { scopeSchema, submissionIdSchema } from '../../../../src-preload/contract/ids.ts';
import { type OrderRequest, orderRequestSchema } from '../../../../src-preload/contract/order-request.ts';
import { numberText, readNumber } from '../../../../src-preload/contract/read-number.ts';
import type { ParameterField, Sku } from '../../../../src-preload/contract/sku-catalogue.ts';
import {
  type Area,
  maxTotalVertices,
  type Problem,
  toArea,
  verticesOf,
} from '../../../../src-shared/geometry/area.ts';
import type { Countries } from '../../../../src-shared/geometry/countries.ts';
import { cutAtAntimeridian } from '../../../../src-shared/geometry/cut-area.ts';
import { type CoordinateFormat, formatCoordinate, type LonLat } from '../../../kit/i18n/coordinates.ts';
import { parseCoordinate, placeText } from '../../../kit/i18n/read-place.ts';
import { emptyPeriod, minuteText, periodFrom, zoned } from './draft.ts';
import { readDuration } from './duration-text.ts';
import { readTarget } from './typed-place.ts';

export const otherTypeSchema = z.enum(['text', 'number', 'yes-no', 'json']);
const lonLatSchema = z.tuple([z.number(), z.number()]);

/** The schema of the form as typed. The draft is saved, so that a change of workspace or a restart loses nothing. */
export const orderDraftSchema = z.object({
  /** The outbox row that is being edited; null for a new order. */
  commandId: submissionIdSchema.nullable(),
  /** The scope of that row: it is sent under its own contract only. */
  commandScope: scopeSchema.nullable().catch(null),
  sku: z.string(),
  name: z.string(),
  project: z.string(),
  /** Used for SKUs whose geometry is not known. */
  geometry: z.enum(['Point', 'Polygon']),
  place: z.string(),
  placeConfirmed: z.string().default(''),
  altitude: z.string().default(''),
  /** The project of the order before, which the form has kept; empty if it has kept none. */
  keptProject: z.string().default(''),
  /** The name that was taken from the archive scene; empty if none was. */
  sceneName: z.string().default(''),
  /** Rings as in `Area`; each area becomes an order of its own. */
  areas: z.array(z.array(z.array(lonLatSchema))),
  /** The typed vertices of one area; null if `areas` is used instead. */
  corners: z.string().nullable(),
  /** `YYYY-MM-DDTHH:mm` in the zone of `offsetMinutes`. */
  start: z.string(),
  end: z.string(),
  offsetMinutes: z.number(),
  /** The other parameters of the SKU, by name. */
  values: z.record(z.string(), z.string()),
  /** Parameters that the form has no field for. */
  others: z.array(z.object({ key: z.string(), type: otherTypeSchema, value: z.string() })).max(100),
});

/** The form of a V2 order as it is typed. Each of its areas becomes an order of its own. */
export type OrderDraft = z.infer<typeof orderDraftSchema>;
/** A parameter that the form has no field for: the user types its name, its type and its value. */
export type OtherParameter = OrderDraft['others'][number];
/** The error of each form field; parameters are `value.NAME`, others are `other.N.key` and `other.N.value`. */
export type OrderErrors = Record<string, Problem>;

/** Returns the form of a new order. */
export function emptyOrderDraft(now: number): OrderDraft {
  return {
    commandId: null,
    commandScope: null,
    sku: 'TSKPOI-M',
    name: '',
    project: '',
    geometry: 'Point',
    place: '',
    placeConfirmed: '',
    altitude: '',
    keptProject: '',
    sceneName: '',
    areas: [],
    corners: null,
    ...emptyPeriod(now),
    offsetMinutes: 0,
    values: {},
    others: [],
  };
}

/** Parameters that the user has to ask for with each order: those that cause more than one capture, and the scene of the archive. */
const ofOneOrder = ['revisit_period', 'remapping_period', 'outcome_id'];

/**
 * Returns the form for the next order. The SKU, window, project and most parameters with a field stay; the name, the place, the archive
 * scene, repeating parameters and those whose names were typed are cleared, since the next SKU may give them another meaning.
 */
export function nextOrderDraft(draft: OrderDraft, now: number): OrderDraft {
  return {
    ...draft,
    name: '',
    place: '',
    placeConfirmed: '',
    altitude: '',
    keptProject: draft.project,
    sceneName: '',
    ...periodFrom(draft, now),
    areas: [],
    corners: null,
    values: Object.fromEntries(Object.entries(draft.values).filter(([name]) => !ofOneOrder.includes(name))),
    others: [],
  };
}

const required: Problem = { message: 'validation.required' };

/** Parses vertices, one per line; an error has the number of its line. */
function readCorners(text: string): { area: Area } | { problem: Problem } {
  const lines = text.split('\n').map((line) => line.trim());
  const corners: LonLat[] = [];
  for (const [i, line] of lines.entries()) {
    if (line === '') continue;
    const corner = parseCoordinate(line);
    if (!corner) return { problem: { message: 'validation.corner', values: { line: i + 1 } } };
    corners.push(corner);
  }
  return corners.length === 0 ? { problem: required } : toArea([corners]);
}

type ParsedArea = ReturnType<typeof toArea>;

/** Caches the result per area: the form is validated at each key press, but the areas seldom change. */
const cachedAreas = new WeakMap<object, ParsedArea>();
let lastVertices: { text: string; parsed: ParsedArea } | null = null;

function areaOfDraft(rings: OrderDraft['areas'][number]): ParsedArea {
  const found = cachedAreas.get(rings);
  if (found) return found;
  const parsed = toArea(rings);
  cachedAreas.set(rings, parsed);
  return parsed;
}

function areaOfCorners(text: string): ParsedArea {
  if (lastVertices?.text !== text) lastVertices = { text, parsed: readCorners(text) };
  return lastVertices.parsed;
}

/** Formats the vertices of a single area in the user's coordinate format; empty for several areas or one with holes. */
export function verticesText(areas: readonly Area[], format: CoordinateFormat): string {
  const [area] = areas;
  return areas.length === 1 && area?.length === 1
    ? (area[0] ?? []).map((corner) => formatCoordinate(corner, format)).join('\n')
    : '';
}

/** Returns the areas of the draft, drawn or typed, and the first problem with them. */
export function areasOfDraft(draft: Pick<OrderDraft, 'areas' | 'corners'>): {
  areas: Area[];
  problem: Problem | null;
} {
  if (draft.corners !== null) {
    const read = areaOfCorners(draft.corners);
    return 'area' in read ? { areas: [read.area], problem: null } : { areas: [], problem: read.problem };
  }
  if (draft.areas.length === 0) return { areas: [], problem: required };
  const count = draft.areas.reduce((sum, area) => sum + verticesOf(area), 0);
  const parsed = draft.areas.map(areaOfDraft);
  const areas = parsed.flatMap((each) => ('area' in each ? [each.area] : []));
  if (count > maxTotalVertices)
    return {
      areas,
      problem: { message: 'validation.tooManyVertices', values: { count, most: maxTotalVertices } },
    };
  const wrong = parsed.find((each) => 'problem' in each);
  return { areas, problem: wrong && 'problem' in wrong ? wrong.problem : null };
}

type Value = { value: unknown } | { problem: Problem } | null;

/** Parses a parameter into the value that is sent; null if the text is empty. */
function readValue(type: ParameterField['type'], text: string): Value {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (type === 'number') return readNumber(trimmed);
  if (type === 'duration') return readDuration(trimmed);
  if (type === 'yes-no') return { value: trimmed === 'yes' };
  if (type === 'json')
    try {
      return { value: JSON.parse(trimmed) };
    } catch {
      return { problem: { message: 'validation.json' } };
    }
  return { value: trimmed };
}

/** If the user typed the parameter's name, empty text and blanks are values too. */
const readOther = ({ type, value }: OtherParameter): Value =>
  type === 'text' ? { value } : readValue(type, value);

function readParameters(draft: OrderDraft, { fields }: Sku, errors: OrderErrors): Record<string, unknown> {
  const parameters = new Map<string, unknown>();
  const take = (name: string, path: string, read: Value, isRequired: boolean) => {
    if (read === null) {
      if (isRequired) errors[path] = required;
    } else if ('problem' in read) errors[path] = read.problem;
    else parameters.set(name, read.value);
  };
  for (const { name, type, required: isRequired } of fields) {
    const isPeriod = name === 'start' || name === 'end';
    const text = isPeriod ? zoned(draft[name], draft.offsetMinutes) : (draft.values[name] ?? '');
    if (text === null) {
      errors[name] = { message: 'validation.zonedTime' };
      continue;
    }
    take(name, isPeriod ? name : `value.${name}`, readValue(type, text), isRequired);
  }
  for (const [i, other] of draft.others.entries()) {
    const key = other.key.trim();
    const path = `other.${i}`;
    if (key === '') errors[`${path}.key`] = required;
    else if (key === '__proto__') errors[`${path}.key`] = { message: 'validation.invalid' };
    else if (parameters.has(key) || fields.some(({ name }) => name === key))
      errors[`${path}.key`] = { message: 'validation.twice' };
    else take(key, `${path}.value`, readOther(other), true);
  }
  return Object.fromEntries(parameters);
}

/** Returns the geometry type of the order: the one that the SKU requires, or else the selected one. */
export const geometryOf = (draft: OrderDraft, sku: Sku) => sku.geometry ?? draft.geometry;

interface ReadOrderOptions {
  sku: Sku;
  /** Null until the outlines are loaded; until then two numbers are never questioned as swapped. */
  countries?: Countries | null;
  now: number;
}

function readGeometries(
  draft: OrderDraft,
  { sku, countries = null }: ReadOrderOptions,
  errors: OrderErrors,
): OrderRequest['geometry'][] {
  if (geometryOf(draft, sku) === 'Point') {
    const target = readTarget(draft, countries);
    if ('coordinates' in target) return [{ type: 'Point', coordinates: target.coordinates }];
    errors[target.field] = target.problem;
    return [];
  }
  const { areas, problem } = areasOfDraft(draft);
  if (problem) errors.area = problem;
  return areas.flatMap(cutAtAntimeridian).map((area) => ({
    type: 'Polygon',
    coordinates: area.map((ring) => [...ring, ...ring.slice(0, 1)].map(([x, y]): [number, number] => [x, y])),
  }));
}

/** Returns the form field for a field of the request; null if the form has none. */
export function orderFieldOf(path: readonly (string | number)[], draft: OrderDraft, sku: Sku): string | null {
  if (path.some((part) => part === 'geometry' || part === 'coordinates'))
    return geometryOf(draft, sku) === 'Point' ? 'place' : 'area';
  const last = path.findLast((part) => typeof part === 'string');
  if (last === 'order_name') return 'name';
  if (last === 'project_name' || last === 'project_id') return 'project';
  if (last === 'sku') return 'sku';
  if (typeof last !== 'string') return null;
  if (sku.fields.some(({ name }) => name === last))
    return last === 'start' || last === 'end' ? last : `value.${last}`;
  const other = draft.others.findIndex(({ key }) => key.trim() === last);
  return other < 0 ? null : `other.${other}.value`;
}

type OrderDraftResult = { ok: true; requests: OrderRequest[] } | { ok: false; errors: OrderErrors };

/** Validates the draft with the request's schema and returns one order per area. */
export function readOrderDraft(draft: OrderDraft, options: ReadOrderOptions): OrderDraftResult {
  const { sku, now } = options;
  const errors: OrderErrors = {};
  const geometries = readGeometries(draft, options, errors);
  const parameters = readParameters(draft, sku, errors);
  const { end } = parameters;
  // The service makes no capture after `end` (service §10.3).
  if (typeof end === 'string' && Date.parse(end) <= now) errors.end ??= { message: 'validation.endPassed' };
  const count = geometries.length;
  const requests: OrderRequest[] = [];
  // Without a place, a placeholder lets the schema find the other errors.
  const standIn: OrderRequest['geometry'] = { type: 'Point', coordinates: [0, 0] };
  for (const [i, geometry] of (count === 0 ? [standIn] : geometries).entries()) {
    const name = draft.name.trim();
    const parsed = orderRequestSchema.safeParse({
      type: 'Feature',
      geometry,
      properties: {
        // Order names are unique, because an order whose answer was lost is searched for by its name.
        order_name: count > 1 && name !== '' ? `${name} (${i + 1}/${count})` : name,
        project_name: draft.project,
        sku: draft.sku,
        parameters,
      },
    });
    for (const { path, message } of parsed.error?.issues ?? []) {
      const keys = path.filter((part) => typeof part !== 'symbol');
      errors[orderFieldOf(keys, draft, sku) ?? 'sku'] ??= { message };
    }
    if (parsed.success) requests.push(parsed.data);
  }
  return Object.keys(errors).length === 0 ? { ok: true, requests } : { ok: false, errors };
}

function otherOf(key: string, value: unknown): OtherParameter {
  if (typeof value === 'string') return { key, type: 'text', value };
  if (typeof value === 'number') return { key, type: 'number', value: numberText(value) };
  if (typeof value === 'boolean') return { key, type: 'yes-no', value: value ? 'yes' : 'no' };
  return { key, type: 'json', value: JSON.stringify(value) };
}

/** Returns true if a field of this type would send the value unchanged. */
function isShownBy(type: ParameterField['type'], value: unknown): boolean {
  if (type === 'number') return typeof value === 'number';
  if (type === 'yes-no') return typeof value === 'boolean';
  return type === 'json' || (typeof value === 'string' && value === value.trim() && value !== '');
}

/** Returns the form of a request that is to be edited or ordered again. */
export function orderDraftOf(
  request: OrderRequest,
  { sku, format, now }: { sku: Sku; format: CoordinateFormat; now: number },
): OrderDraft {
  const { geometry, properties } = request;
  const draft: OrderDraft = {
    ...emptyOrderDraft(now),
    sku: properties.sku,
    name: properties.order_name,
    project: properties.project_name,
    geometry: geometry.type,
    start: '',
    end: '',
  };
  if (geometry.type === 'Point') {
    const [longitude, latitude, altitude] = geometry.coordinates;
    // All digits are shown, so that the same coordinates are sent again.
    draft.place = placeText([longitude, latitude], format);
    draft.placeConfirmed = draft.place;
    draft.altitude = altitude === undefined ? '' : numberText(altitude);
  } else
    draft.areas =
      geometry.coordinates.length === 0
        ? []
        : [geometry.coordinates.map((ring) => ring.slice(0, -1).map(([x, y]): [number, number] => [x, y]))];
  for (const [name, value] of Object.entries(properties.parameters)) {
    const declaredField = sku.fields.find((each) => each.name === name);
    if (value === undefined) continue;
    if ((name === 'start' || name === 'end') && declaredField && typeof value === 'string')
      draft[name] = minuteText(Date.parse(value));
    else if (declaredField && isShownBy(declaredField.type, value))
      draft.values[name] =
        declaredField.type === 'json' || typeof value !== 'string'
          ? declaredField.type === 'yes-no'
            ? value === true
              ? 'yes'
              : 'no'
            : typeof value === 'number'
              ? numberText(value)
              : JSON.stringify(value)
          : value;
    else draft.others.push(otherOf(name, value));
  }
  return draft;
}
