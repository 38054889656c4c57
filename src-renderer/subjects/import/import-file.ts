import type { ReadProgress } from '../../formats/import-source.ts';
import type { ImportedFeature, PackedPlaces, ReadChoices, ReadOutcome } from '../../formats/imported.ts';
import type { RunningReading } from '../../formats/start-reading.ts';
import type { NamedSource } from './group-files.ts';

/** One source in the dialog, from its first byte to its last feature. */
export interface ImportFile extends NamedSource {
  id: number;
  choices: ReadChoices;
  running: RunningReading;
  progress: ReadProgress;
  /** True until the reading is done; the outcome is then still that of the last reading, if there was one. */
  isReading: boolean;
  /** Counts the readings that are done. */
  version: number;
  outcome: ReadOutcome | null;
  places: PackedPlaces | null;
  /** True if its worker died or hung. */
  hasFailed: boolean;
  /** Rejected features whose place the user has retyped, by their index in the outcome; null if already added. */
  mended: ReadonlyMap<number, ImportedFeature | null>;
  /** The features to select from, if the user selects them one by one. */
  features: readonly ImportedFeature[];
  /** The indexes of the selected features. */
  selected: ReadonlySet<number>;
  /** The number of features that were added already. */
  taken: number;
}
