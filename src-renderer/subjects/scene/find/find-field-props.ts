import type { TFunction } from 'i18next';
import type { SceneFacets } from '../../../../src-preload/contract/scene-filter.ts';
import type { SceneTerms } from '../scene-filters.ts';

/** The properties of the field of a filter. */
export interface FindFieldProps {
  terms: SceneTerms;
  change: (patch: Partial<SceneTerms>) => void;
  /** What can be chosen from; undefined until it is known. */
  facets: SceneFacets | undefined;
  t: TFunction;
}
