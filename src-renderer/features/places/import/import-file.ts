import type { ReadProgress } from '../../../formats/import-source.ts';
import type {
  FileQuestion,
  ImportedFeature,
  PackedPlaces,
  ReadChoices,
  ReadOutcome,
} from '../../../formats/imported.ts';
import type { RunningReading } from '../../../formats/start-reading.ts';
import type { NamedSource } from './group-files.ts';
import type { ImportLimits } from './import-target.ts';

/** A source in the import dialog: its choices, its parsed content, and what has been added of it. */
export interface ImportFile extends NamedSource {
  id: number;
  choices: ReadChoices;
  running: RunningReading;
  progress: ReadProgress;
  /** True while it is being parsed; `outcome` is then that of the previous parse, if there was one. */
  isReading: boolean;
  /** The number of finished parses. */
  version: number;
  outcome: ReadOutcome | null;
  places: PackedPlaces | null;
  /** True if its worker crashed or hung. */
  hasFailed: boolean;
  /** Rejected features whose place the user has corrected, by their index in the outcome; null if already added. */
  corrected: ReadonlyMap<number, ImportedFeature | null>;
  /** The features to select from, if the user selects them individually. */
  features: readonly ImportedFeature[];
  /** The indexes of the selected features. */
  selected: ReadonlySet<number>;
  /** The number of accepted features that have been added. */
  taken: number;
}

/** Returns the questions of a file with the current answers, including answers that were given during the current parse. */
export const questionsOf = ({ outcome, choices }: ImportFile): FileQuestion[] =>
  (outcome?.questions ?? []).map((question) => ({
    ...question,
    answer: choices.answers[question.kind] ?? question.answer,
  }));

/** Returns true if a question of the file is unanswered. */
export const hasOpenQuestion = (file: ImportFile) => questionsOf(file).some(({ answer }) => answer === null);

/** Returns the corrected features of a file that have not been added. */
const correctedOf = ({ corrected }: ImportFile) =>
  [...corrected.values()].filter((feature) => feature !== null);

/** Returns the number of features of a file that can be added now. */
export function availableIn(file: ImportFile, { selectsEach }: ImportLimits): number {
  if (file.outcome === null) return 0;
  const own = selectsEach ? file.selected.size : file.outcome.count - file.taken;
  return own + correctedOf(file).length;
}

/** Returns the number of features that have been added. Such a file is not parsed again, because that would add them twice. */
export const addedIn = ({ taken, corrected }: ImportFile) =>
  taken + [...corrected.values()].filter((feature) => feature === null).length;

/** Returns the number of rejected features that have not been corrected. */
export const uncorrectedIn = ({ outcome, corrected }: ImportFile) =>
  (outcome?.rejectedCount ?? 0) - corrected.size;

/** Returns the number of features of a file, including rejected ones. */
export const featuresIn = ({ outcome }: ImportFile) => (outcome?.count ?? 0) + (outcome?.rejectedCount ?? 0);
