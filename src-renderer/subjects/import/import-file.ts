import type { ReadProgress } from '../../formats/import-source.ts';
import type {
  FileQuestion,
  ImportedFeature,
  PackedPlaces,
  ReadChoices,
  ReadOutcome,
} from '../../formats/imported.ts';
import type { RunningReading } from '../../formats/start-reading.ts';
import type { NamedSource } from './group-files.ts';
import type { ImportLimits } from './import-target.ts';

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

/** Returns the questions of a file with the answers in force, also those that a reading does not follow yet. */
export const questionsOf = ({ outcome, choices }: ImportFile): FileQuestion[] =>
  (outcome?.questions ?? []).map((question) => ({
    ...question,
    answer: choices.answers[question.kind] ?? question.answer,
  }));

/** Returns true if something of a file still has to be answered. */
export const hasOpenQuestion = (file: ImportFile) => questionsOf(file).some(({ answer }) => answer === null);

/** Returns the features of a file that the user has mended and that were not added yet. */
const mendedOf = ({ mended }: ImportFile) => [...mended.values()].filter((feature) => feature !== null);

/** Returns the number of features of a file that can be added now. */
export function availableIn(file: ImportFile, { selects }: ImportLimits): number {
  if (file.outcome === null) return 0;
  const own = selects ? file.selected.size : file.outcome.count - file.taken;
  return own + mendedOf(file).length;
}

/** Returns the number of features of a file that were added already. Then it is not read again, or they came twice. */
export const addedOf = ({ taken, mended }: ImportFile) =>
  taken + [...mended.values()].filter((feature) => feature === null).length;

/** Returns the number of rejected features that nobody has mended. */
export const waitingIn = ({ outcome, mended }: ImportFile) => (outcome?.rejectedCount ?? 0) - mended.size;

/** Returns the number of features of a file, both those that can be added and the rejected ones. */
export const featuresIn = ({ outcome }: ImportFile) => (outcome?.count ?? 0) + (outcome?.rejectedCount ?? 0);
