import type { Problem } from '../../src-shared/geometry/area.ts';
import { createFeatureStore, type FeatureStore } from './feature-store.ts';
import { FormatProblem } from './format-problem.ts';
import { createImportCollector } from './import-collector.ts';
import type { Answers, QuestionKind, ReadChoices, ReadOutcome, RejectedFeature } from './imported.ts';
import { type ImportSource, readSource } from './read-source.ts';
import type { ImportFormat } from './sniff.ts';

/** The progress of an import. `share` is the fraction of the bytes of the file that were read, from 0 to 1. */
export interface ReadProgress {
  share: number;
  count: number;
  rejected: number;
}

interface ImportOptions {
  source: ImportSource;
  choices: ReadChoices;
  onProgress?: (progress: ReadProgress) => void;
}

/** A file that was read: its outcome for the dialog, its features, and all rejected features. */
export interface ReadResult {
  outcome: ReadOutcome;
  store: FeatureStore;
  rejected: readonly RejectedFeature[];
}

/** How many rejected features the dialog receives at once; the others are fetched on demand. */
const maxListedRejected = 1_000;
/** A file may reveal its order, its decimal mark, its encoding and its system, each in a pass of its own. */
const maxPasses = 5;

interface Pass {
  result: ReadResult;
  /** The answers that the file itself gave and that this pass did not use. */
  found: Answers;
  /** The kinds among these answers that are only guesses. */
  guessed: readonly QuestionKind[];
}

function problemOf(error: unknown): Problem {
  if (error instanceof FormatProblem) return error.problem;
  // For example too little memory, or an error in a library with an unusual file.
  return { message: 'validation.importFailed', values: { detail: String(error).slice(0, 200) } };
}

async function readOnce(
  { source, choices, onProgress }: ImportOptions,
  answers: Answers,
  guessed: ReadonlySet<QuestionKind>,
): Promise<Pass> {
  const store = createFeatureStore();
  const rejected: RejectedFeature[] = [];
  const detected: { format: ImportFormat | null; encoding: string | null } = { format: null, encoding: null };
  let problem: Problem | null = null;
  let asEncoding: string | null = null;
  const progress: ReadProgress = { share: 0, count: 0, rejected: 0 };
  const report = () => onProgress?.(progress);
  const collected = createImportCollector({
    answers,
    guessed,
    accepts: choices.accepts,
    onFeature(feature) {
      store.add(feature);
      progress.count += 1;
      report();
    },
    onRejected(each) {
      rejected.push(each);
      progress.rejected += 1;
      report();
    },
  });
  const { collector, counts } = collected;
  try {
    const read = await readSource(source, {
      collector,
      choices,
      setFormat: (format) => {
        detected.format = format;
      },
      setEncoding: (encoding) => {
        detected.encoding = encoding;
      },
      onProgress: (share) => {
        progress.share = Math.max(progress.share, share);
        report();
      },
    });
    asEncoding = read.encoding;
  } catch (error) {
    problem = problemOf(error);
  }
  const table = collected.table();
  const outcome: ReadOutcome = {
    format: detected.format === 'csv' && table?.layout === 'lines' ? 'lines' : detected.format,
    problem,
    count: counts.features,
    points: counts.points,
    lines: counts.lines,
    areas: counts.areas,
    rejectedCount: counts.rejected,
    rejected: rejected.slice(0, maxListedRejected),
    notes: collected.notes(),
    // No answer turns a binary file into text.
    questions: problem?.message === 'validation.binaryFile' ? [] : collector.questions.list(counts.features),
    table,
    fields: collected.fields(),
    encoding: detected.encoding,
    first: store.first(),
  };
  return {
    result: { outcome, store, rejected },
    found: { ...collector.questions.inferred(), ...(asEncoding === null ? {} : { encoding: asEncoding }) },
    guessed: asEncoding === null ? [] : ['encoding'],
  };
}

/**
 * Reads a source with the user's choices. If a file shows only at its end how it must be read, for example by a number
 * too large for a latitude, it is read again. Never throws: a problem of the whole file is in the outcome, with what
 * was read before it.
 */
export async function importSource(options: ImportOptions): Promise<ReadResult> {
  let own: Answers = {};
  const guessed = new Set<QuestionKind>();
  for (let i = 1; ; i += 1) {
    const pass = await readOnce(options, { ...own, ...options.choices.answers }, guessed);
    const isNew = Object.keys(pass.found).length > 0;
    if (!isNew || i === maxPasses) return pass.result;
    own = { ...own, ...pass.found };
    for (const kind of pass.guessed) guessed.add(kind);
  }
}
