import {
  type ReviewChoice,
  type SceneFilter,
  type SceneSort,
  sceneFilterSchema,
  type ValueRange,
} from '../../../src-preload/contract/scene-filter.ts';
import { type DirectedTerms, declareFilters, filterOf } from '../../kit/lists/subject-filters.tsx';

/** The filters and the sort of the library, as in the fields. Null and an empty list filter nothing. */
export interface SceneTerms extends DirectedTerms<SceneSort> {
  onDiskOnly: boolean;
  /** The id, as text, of the scene whose place is listed; null for all places. */
  placeOf: string | null;
  box: NonNullable<SceneFilter['box']> | null;
  area: NonNullable<SceneFilter['area']> | null;
  from: string | null;
  to: string | null;
  projects: readonly string[];
  satellites: readonly string[];
  levels: readonly string[];
  cloudCover: ValueRange | null;
  offNadir: ValueRange | null;
  sunElevation: ValueRange | null;
  gsd: ValueRange | null;
  reviews: readonly ReviewChoice[];
  tags: readonly string[];
  rating: ValueRange | null;
  hasSameContent: boolean;
}

const scenesOnDisk: SceneTerms = {
  search: '',
  onDiskOnly: true,
  needsAttention: false,
  placeOf: null,
  box: null,
  area: null,
  from: null,
  to: null,
  projects: [],
  satellites: [],
  levels: [],
  cloudCover: null,
  offNadir: null,
  sunElevation: null,
  gsd: null,
  reviews: [],
  tags: [],
  rating: null,
  hasSameContent: false,
  sort: 'time',
  descending: true,
};

/**
 * Declares the filters of the library. The switch for scenes on the disk is beside the title, those of `find/find-filters.tsx` are below.
 */
export const sceneFilters = declareFilters({
  schema: sceneFilterSchema,
  initial: scenesOnDisk,
  searchLabel: (t) => t('library.search'),
  sorts: {
    time: 'acquired',
    place: 'place',
    saved: 'saved',
    name: 'name',
    project: 'project',
    satellite: 'satellite',
    level: 'level',
    clouds: 'clouds',
    offNadir: 'offNadir',
    sunElevation: 'sunElevation',
    gsd: 'gsd',
  },
  sortWidth: 130,
});

/**
 * Returns the filter for the main process. "Needs attention" disables the limit to scenes on the disk, because a scene with missing files
 * is not on it.
 */
export const sceneFilterOf = (terms: SceneTerms) => ({
  ...filterOf(sceneFilters, { ...terms, onDiskOnly: true }),
  onDiskOnly: terms.onDiskOnly && !terms.needsAttention,
});

/** The sort of each sortable column of the table. */
export const sceneColumnSorts: Readonly<Record<string, SceneSort>> = {
  name: 'name',
  acquired: 'time',
  project: 'project',
  satellite: 'satellite',
  clouds: 'clouds',
  product: 'level',
  off_nadir: 'offNadir',
  sun_elev: 'sunElevation',
  gsd: 'gsd',
  place: 'place',
};
