import type { TFunction } from 'i18next';
import type { RuleKind } from '../../../src-preload/contract/rules.ts';

/** In a key of the catalogue a colon would name another catalogue. */
const keys = {
  delivery_zip: 'deliveryZip',
  preview: 'preview',
  thumbnail: 'thumbnail',
  footprint: 'footprint',
  'raster:visual': 'rasterVisual',
  'raster:analytic': 'rasterAnalytic',
  'raster:any': 'rasterAny',
} as const satisfies Record<RuleKind, string>;

export function ruleKindWords(t: TFunction, kind: RuleKind): string {
  return t(`rules.kind.${keys[kind]}`);
}
