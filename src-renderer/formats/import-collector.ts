import type { Problem } from '../../src-shared/geometry/area.ts';
import { FormatProblem } from './format-problem.ts';
import type {
  Answers,
  ImportedFeature,
  ImportedText,
  QuestionKind,
  ReadOutcome,
  RejectedFeature,
  TableInfo,
  Where,
} from './imported.ts';
import { limits } from './limits.ts';
import { createQuestions, type Questions } from './questions.ts';

/** Collects what the reader of a format finds in a file. */
export interface ImportCollector {
  /** The answers in use: those of the user, then those that the file itself gave. */
  readonly answers: Answers;
  /** The accepted kind of place. */
  readonly accepts: CollectorOptions['accepts'];
  readonly questions: Questions;
  add(feature: ImportedFeature): void;
  /** Returns the number of features so far, including the rejected ones. */
  counted(): number;
  reject(rejected: RejectedInput): void;
  /** Adds a message about the whole file, unless it is there already. */
  note(message: string, values?: Record<string, string | number>): void;
  /** Stores the names of the attributes, the one that became the name, and whether the format itself names features. */
  setFields(names: Iterable<string>, name: string | null, hasOwnNames: boolean): void;
  setTable(table: TableInfo): void;
}

/** A feature that cannot be imported. `raw` may be of any length. */
export interface RejectedInput {
  where: Where;
  problem: Problem;
  name?: string | null;
  raw?: string;
  mend?: RejectedFeature['mend'];
}

interface CollectorOptions {
  answers: Answers;
  /** The kinds of answers that are only guesses, so that the user is still asked. */
  guessed?: ReadonlySet<QuestionKind>;
  /** The accepted kind of place; features of other kinds are rejected. */
  accepts: 'point' | 'area' | 'all' | 'drawn';
  onFeature: (feature: ImportedFeature) => void;
  onRejected: (rejected: RejectedFeature) => void;
}

function lengthOf({ name, notes, attributes }: ImportedText): number {
  let length = (name?.length ?? 0) + (notes?.length ?? 0);
  for (const [key, value] of Object.entries(attributes))
    length += key.length + (typeof value === 'string' ? value.length : 8);
  return length;
}

/** Returns the beginning of a text, on one line. */
export function shortened(text: string): string {
  const line = text
    .slice(0, 2 * limits.rawChars)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > limits.rawChars ? `${line.slice(0, limits.rawChars - 1)}…` : line;
}

const countOf = { point: 'points', line: 'lines', area: 'areas' } as const;

/** Creates the collector of an import, which throws a `FormatProblem` beyond the limits. */
export function createImportCollector({
  answers,
  guessed,
  accepts,
  onFeature,
  onRejected,
}: CollectorOptions) {
  const questions = createQuestions(answers, guessed);
  const notes = new Map<string, Problem>();
  const counts = { features: 0, points: 0, lines: 0, areas: 0, rejected: 0, textChars: 0 };
  let table: TableInfo | null = null;
  let fields: ReadOutcome['fields'] = null;

  const collector: ImportCollector = {
    answers,
    accepts,
    questions,
    counted: () => counts.features + counts.rejected,
    add(feature) {
      const { kind } = feature.geometry;
      if (accepts !== 'all' && accepts !== 'drawn' && accepts !== kind)
        return collector.reject({
          where: feature.where,
          name: feature.name,
          problem: { message: kind === 'area' ? 'validation.onlyPoints' : 'validation.onlyAreas' },
        });
      counts.features += 1;
      counts[countOf[kind]] += 1;
      counts.textChars += lengthOf(feature);
      if (counts.features > limits.features)
        throw new FormatProblem('validation.importTooMany', { most: limits.features });
      if (counts.textChars > limits.textChars) throw new FormatProblem('validation.importTooMuchText');
      onFeature(feature);
    },
    reject({ where, problem, name = null, raw = '', mend = null }) {
      counts.rejected += 1;
      if (counts.rejected > limits.rejected)
        throw new FormatProblem('validation.importMostlyBad', { most: limits.rejected });
      onRejected({ where, problem, name, raw: shortened(raw), mend });
    },
    note(message, values) {
      notes.set(
        `${message} ${JSON.stringify(values ?? {})}`,
        values === undefined ? { message } : { message, values },
      );
    },
    setFields(names, name, hasOwnNames) {
      fields = { names: [...names], name, hasOwnNames };
    },
    setTable(next) {
      table = next;
    },
  };
  return {
    collector,
    counts,
    notes: () => [...notes.values()],
    fields: () => fields,
    table: () => table,
  };
}
