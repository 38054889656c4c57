import { orderParameterTypes } from './order-parameters.ts';
import type { AddedSku, ParameterType } from './settings.ts';

/** A parameter of a SKU, for which the form shows a field. */
export interface ParameterField {
  name: string;
  type: ParameterType;
  required: boolean;
}

/**
 * The family that a SKU belongs to. `added` is a custom SKU; `unknown` is a SKU that neither Nadir nor the user has
 * described.
 */
export type SkuKind =
  | 'point'
  | 'area'
  | 'rush'
  | 'rush-rapid'
  | 'archive'
  | 'archive-download'
  | 'added'
  | 'unknown';

/** The description of a SKU, built into Nadir or entered by the user. */
export interface Sku {
  kind: SkuKind;
  /** The name that the user gave it; null for built-in kinds, whose names are in the catalogue. */
  label: string | null;
  /** Null if only the user can know it. */
  geometry: 'Point' | 'Polygon' | null;
  fields: readonly ParameterField[];
}

/** Parameters that are known, whatever SKU takes them, by any name that is typed. */
export const knownTypes: Readonly<Record<string, ParameterType>> = orderParameterTypes;

const field = (name: string, required = false): ParameterField => ({
  name,
  type: knownTypes[name] ?? 'text',
  required,
});

const period = [field('start', true), field('end', true)];
const variants = ['15.01', '15.15', '30.30'];
const each = (stem: string) => variants.map((variant) => `${stem}.${variant}`);

/** The built-in kinds of SKUs by pattern, with the variants that are in use (service §10.4). */
const builtIn = [
  {
    kind: 'point',
    pattern: /^TSKPOI-M$/,
    codes: ['TSKPOI-M'],
    geometry: 'Point',
    fields: [...period, field('revisit_period'), field('processing_level')],
  },
  {
    kind: 'area',
    pattern: /^TSKARE-M$/,
    codes: ['TSKARE-M'],
    geometry: 'Polygon',
    fields: [...period, field('remapping_period'), field('processing_level')],
  },
  {
    kind: 'rush',
    pattern: /^TSKRSH-M\.\d\d\.\d\d$/,
    codes: each('TSKRSH-M'),
    geometry: 'Point',
    fields: [...period, field('processing_level')],
  },
  {
    kind: 'rush-rapid',
    pattern: /^TSKRRD-M\.\d\d\.\d\d$/,
    codes: each('TSKRRD-M'),
    geometry: 'Point',
    fields: [...period, field('processing_level')],
  },
  {
    kind: 'archive',
    pattern: /^ARCIMG-M\.\d\d\.\d\d$/,
    codes: each('ARCIMG-M'),
    geometry: 'Polygon',
    fields: [field('outcome_id', true), field('processing_level')],
  },
  {
    kind: 'archive-download',
    pattern: /^ARCLGD-M\.\d\d\.\d\d$/,
    codes: each('ARCLGD-M'),
    geometry: 'Polygon',
    fields: [field('outcome_id', true), field('processing_level')],
  },
] as const;

/** The fields of an unknown SKU: it may take any parameter, and none is required. */
const anyFields = Object.keys(knownTypes).map((name) => field(name));

/** Returns the description of a SKU. A description by the user has priority over a built-in one. */
export function skuOf(code: string, added: readonly AddedSku[]): Sku {
  const own = added.find((sku) => sku.code === code.trim());
  if (own) return { kind: 'added', label: own.label || null, geometry: own.geometry, fields: own.parameters };
  const known = builtIn.find(({ pattern }) => pattern.test(code.trim()));
  return known
    ? { kind: known.kind, label: null, geometry: known.geometry, fields: known.fields }
    : { kind: 'unknown', label: null, geometry: null, fields: anyFields };
}

/** Returns the codes of a kind that are in use. */
export const codesOf = (kind: SkuKind): readonly string[] =>
  builtIn.find((each) => each.kind === kind)?.codes ?? [];

/**
 * Returns the codes to offer, grouped by kind and without duplicates: the built-in ones, those of the user, and those
 * in the service's orders.
 */
export function offeredSkus(
  added: readonly AddedSku[],
  seen: readonly string[],
): { kind: SkuKind; codes: string[] }[] {
  const all = [
    ...new Set([...builtIn.flatMap(({ codes }) => codes), ...added.map(({ code }) => code), ...seen]),
  ];
  const kinds: SkuKind[] = [...builtIn.map(({ kind }) => kind), 'added', 'unknown'];
  return kinds.flatMap((kind) => {
    const codes = all.filter((code) => skuOf(code, added).kind === kind);
    return codes.length === 0 ? [] : [{ kind, codes }];
  });
}
