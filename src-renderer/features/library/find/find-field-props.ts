import type { TFunction } from 'i18next';
import type { SceneFacets } from '../../../../src-preload/contract/scene-filter.ts';
import type { SceneTerms } from '../scene-filters.ts';

/** The properties of a filter field. */
export interface FindFieldProps {
  terms: SceneTerms;
  change: (patch: Partial<SceneTerms>) => void;
  /** The values to choose from; undefined while they load. */
  facets: SceneFacets | undefined;
  t: TFunction;
}
