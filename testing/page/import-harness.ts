import { importSource } from '../../src-renderer/formats/import-source.ts';
import type {
  ImportedFeature,
  ReadChoices,
  ReadOutcome,
  RejectedFeature,
} from '../../src-renderer/formats/imported.ts';
import type { StartReading } from '../../src-renderer/formats/start-reading.ts';

/** What an import made of some files, with all of its features. */
export interface Imported {
  outcome: ReadOutcome;
  features: ImportedFeature[];
  rejected: readonly RejectedFeature[];
}

const choicesOf = (choices: Partial<ReadChoices>): ReadChoices => ({
  answers: {},
  table: {},
  accepts: 'all',
  ...choices,
});

/** Imports files as the worker does, in this thread. */
export async function importFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  choices: Partial<ReadChoices> = {},
): Promise<Imported> {
  const sources = Object.entries(files).map(([name, content]) => ({
    name,
    // A view of a larger buffer would be imported with all of it.
    blob: new Blob([typeof content === 'string' ? content : Uint8Array.from(content)]),
  }));
  return resultOf(
    await importSource({ source: { kind: 'files', files: sources }, choices: choicesOf(choices) }),
  );
}

/** Imports a pasted text. */
export async function importText(text: string, choices: Partial<ReadChoices> = {}): Promise<Imported> {
  return resultOf(await importSource({ source: { kind: 'text', text }, choices: choicesOf(choices) }));
}

function resultOf({ outcome, store, rejected }: Awaited<ReturnType<typeof importSource>>): Imported {
  const features: ImportedFeature[] = [];
  for (let i = 0; ; i += 1) {
    const batch = store.batch(i);
    if (batch.length === 0) return { outcome, features, rejected };
    features.push(...batch);
  }
}

/** The name and the place of each feature, latitude last, as tests write them. */
export const placesOf = ({ features }: Imported) =>
  features.map(({ name, geometry }) =>
    geometry.kind === 'point'
      ? [name, geometry.longitude, geometry.latitude]
      : [name, (geometry.kind === 'line' ? geometry.line : geometry.rings).length],
  );

/** The line (or else the number) and the reason of each rejected feature. */
export const reasonsOf = ({ rejected }: Imported) =>
  rejected.map(({ where, problem }) => [
    where.line ?? where.number,
    problem.message.replace('validation.', ''),
  ]);

/** The reason why the whole file was refused; null if it was not. */
export const problemOf = ({ outcome }: Imported) =>
  outcome.problem?.message.replace('validation.', '') ?? null;

/** Reads as the worker does, in this thread: jsdom has no workers. */
export const startHere: StartReading = ({ source, choices }) => {
  const read = importSource({ source, choices });
  return {
    done: read.then(({ outcome, store }) => ({ outcome, places: store.places() })),
    batch: async (index) => (await read).store.batch(index),
    rejected: async () => (await read).rejected,
    stop: () => undefined,
  };
};
