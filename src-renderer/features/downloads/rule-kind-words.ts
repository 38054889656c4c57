import type { TFunction } from 'i18next';
import type { RuleKind } from '../../../src-preload/contract/rules.ts';

/**
 * Returns the name of a kind. The message keys differ from the kinds, because i18next would interpret a colon in a key
 * as a namespace.
 */
export function ruleKindWords(t: TFunction, kind: RuleKind): string {
  switch (kind) {
    case 'raster:visual':
      return t('rules.kind.rasterVisual');
    case 'raster:analytic':
      return t('rules.kind.rasterAnalytic');
    case 'raster:any':
      return t('rules.kind.rasterAny');
    default:
      return t(`library.attachment.${kind}`);
  }
}
