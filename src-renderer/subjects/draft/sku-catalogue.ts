import { orderParameterTypes } from '../../../src-preload/contract/order-parameters.ts';
import type { AddedSku, ParameterType } from '../../../src-preload/contract/settings.ts';

/** A parameter of a SKU, for which the form shows a field. */
export interface ParameterField {
  name: string;
  type: ParameterType;
  required: boolean;
}

/**
 * The family that a SKU belongs to. `added` is a custom SKU, `unknown` one that neither Nadir nor the user has
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

/** What Nadir knows of a SKU, or was told by the user. */
export interface Sku {
  kind: SkuKind;
  /** What the user called it; the words of built-in kinds are in the catalogue. */
  label: string | null;
  /** Null where only the user can know. */
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

/** Kinds of SKUs by pattern, with the variants that are in use (service §10.4). */
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

/** Of a SKU that nobody knows any parameter may be meant, and none is asked for. */
const anyFields = Object.keys(knownTypes).map((name) => field(name));

/** What is known of a SKU. What the user said of one goes before what Nadir knows. */
export function skuOf(code: string, added: readonly AddedSku[]): Sku {
  const own = added.find((sku) => sku.code === code.trim());
  if (own) return { kind: 'added', label: own.label || null, geometry: own.geometry, fields: own.parameters };
  const known = builtIn.find(({ pattern }) => pattern.test(code.trim()));
  return known
    ? { kind: known.kind, label: null, geometry: known.geometry, fields: known.fields }
    : { kind: 'unknown', label: null, geometry: null, fields: anyFields };
}

/** The codes of a kind that are in use. */
export const codesOf = (kind: SkuKind): readonly string[] =>
  builtIn.find((each) => each.kind === kind)?.codes ?? [];

/** Codes to offer by kind, once each: those in use, those of the user, and those that the service's orders have. */
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
