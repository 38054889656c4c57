import { createStore } from 'zustand/vanilla';
import type { ReadProgress } from '../../formats/import-source.ts';
import type { FileQuestion, ImportedFeature, ReadChoices } from '../../formats/imported.ts';
import type { StartReading } from '../../formats/start-reading.ts';
import { groupFiles, type NamedSource } from './group-files.ts';
import type { ImportFile } from './import-file.ts';
import type { ImportLimits, ImportRun, ImportTarget } from './import-target.ts';
import { takeFeatures } from './take-features.ts';

interface ImportState {
  files: readonly ImportFile[];
  /** The pasted text; it is a source of its own. */
  text: string;
  hasTooMany: boolean;
  /** The highest number that a feature without a name may have got in a file that is gone. */
  numbersUsed: number;
  /** True while features are added; nothing may then be removed or read again. */
  isAdding: boolean;
}

const nothing = { files: [], text: '', hasTooMany: false, numbersUsed: 0 } as const;

/** More files at once would need a worker each. */
export const mostFiles = 16;
const noProgress: ReadProgress = { share: 0, count: 0, rejected: 0 };
const textId = 0;

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

/**
 * Returns how many numbers come before those of a file: features without a name are numbered through all files of an
 * import, so that no two of them get the same name.
 */
export function numbersBefore(
  { files, numbersUsed }: Pick<ImportState, 'files' | 'numbersUsed'>,
  id: number,
) {
  let before = numbersUsed;
  for (const file of files) {
    if (file.id === id) break;
    before += (file.outcome?.count ?? 0) + (file.outcome?.rejectedCount ?? 0);
  }
  return before;
}

/** Creates the state of one import dialog. Everything is read by `start`; nothing is added before `take`. */
export function createImportStore(start: StartReading, limits: ImportLimits) {
  const store = createStore<ImportState>(() => ({ ...nothing, isAdding: false }));
  let nextId = textId + 1;
  /** True once nobody sees the dialog any more. */
  let isLeft = false;

  const change = (id: number, patch: Partial<ImportFile>) =>
    store.setState(({ files }) => ({
      files: files.map((file) => (file.id === id ? { ...file, ...patch } : file)),
    }));
  const fileOf = (id: number) => store.getState().files.find((file) => file.id === id);

  /** Starts a reading and returns what of a file begins again with it; what it shows stays until the reading is done. */
  function begin(id: number, { source }: NamedSource, choices: ReadChoices) {
    const isCurrent = () => fileOf(id)?.running === running;
    const running = start({
      source,
      choices,
      onProgress: (progress) => {
        if (isCurrent()) change(id, { progress: { ...progress } });
      },
    });
    running.done.then(
      async ({ outcome, places }) => {
        const features = limits.selects && outcome.count > 0 ? await running.batch(0) : [];
        // A single area needs no choice.
        const selected = new Set(features.length === 1 ? [0] : []);
        const version = (fileOf(id)?.version ?? 0) + 1;
        if (isCurrent())
          change(id, { outcome, places, features, selected, version, isReading: false, mended: new Map() });
      },
      () => {
        if (isCurrent()) change(id, { hasFailed: true, isReading: false, outcome: null, places: null });
      },
    );
    return { choices, running, progress: noProgress, isReading: true, hasFailed: false, taken: 0 };
  }

  function remove(id: number) {
    fileOf(id)?.running.stop();
    store.setState(({ files }) => ({ files: files.filter((file) => file.id !== id), hasTooMany: false }));
  }

  function open(id: number, named: NamedSource) {
    const choices: ReadChoices = { answers: {}, table: {}, accepts: limits.accepts };
    const empty = { outcome: null, places: null, features: [], selected: new Set<number>(), version: 0 };
    const file: ImportFile = { ...named, id, ...empty, mended: new Map(), ...begin(id, named, choices) };
    store.setState(({ files }) => ({ files: [...files, file] }));
  }

  /** Forgets a file of which nothing is left. */
  function forgetTaken(id: number) {
    const file = fileOf(id);
    if (!file) return;
    const isDone = waitingIn(file) === 0 && file.outcome?.problem == null && !file.hasFailed;
    if (availableIn(file, limits) === 0 && isDone) {
      const last =
        numbersBefore(store.getState(), id) + (file.outcome?.count ?? 0) + (file.outcome?.rejectedCount ?? 0);
      store.setState(({ numbersUsed }) => ({ numbersUsed: Math.max(numbersUsed, last) }));
      if (id === textId) store.setState({ text: '' });
      remove(id);
    } else if (id === textId && addedOf(file) > 0) {
      // A next text in the field is another source: what of this one was added does not come again with it.
      const own = nextId;
      nextId += 1;
      store.setState(({ files }) => ({
        text: '',
        files: files.map((each) => (each.id === textId ? { ...each, id: own } : each)),
      }));
    }
  }

  /** Stops all readings and forgets them. */
  function clear() {
    for (const { running } of store.getState().files) running.stop();
    store.setState(nothing);
  }

  async function runWith(run: ImportRun, numbered: ImportTarget['numbered']): Promise<number> {
    const before = store.getState().files;
    let added = 0;
    try {
      for (const file of before) {
        if (added >= limits.most) break;
        added += await takeFeatures(file, limits.most - added, {
          ...{ add: run.add, numbered, selects: limits.selects },
          numbersBefore: numbersBefore(store.getState(), file.id),
          change: (patch) => change(file.id, patch),
        });
      }
      await run.finish();
    } catch (error) {
      if (run.cancel) {
        await run.cancel();
        for (const { id, taken, mended, selected } of before) change(id, { taken, mended, selected });
      }
      throw error;
    }
    for (const { id } of before) forgetTaken(id);
    return added;
  }

  return {
    store,
    addFiles(files: readonly File[]) {
      const free = mostFiles - store.getState().files.length;
      const groups = groupFiles(files);
      store.setState({ hasTooMany: groups.length > free });
      for (const group of groups.slice(0, free)) {
        open(nextId, group);
        nextId += 1;
      }
    },
    /** Reads a pasted text instead of the last one. */
    setText(text: string, name: string) {
      store.setState({ text });
      remove(textId);
      if (text.trim() !== '') open(textId, { name, source: { kind: 'text', text } });
    },
    remove(id: number) {
      if (id === textId) store.setState({ text: '' });
      remove(id);
    },
    /** Reads a file again with other choices, unless some of it was added. What was mended is forgotten, because other features may be rejected. */
    choose(id: number, patch: Partial<ReadChoices>) {
      const file = fileOf(id);
      if (!file || addedOf(file) > 0) return;
      file.running.stop();
      change(id, begin(id, file, { ...file.choices, ...patch }));
    },
    mend(id: number, index: number, feature: ImportedFeature | null) {
      const file = fileOf(id);
      if (!file) return;
      const mended = new Map(file.mended);
      if (feature === null) mended.delete(index);
      else mended.set(index, feature);
      change(id, { mended });
    },
    select: (id: number, selected: ReadonlySet<number>) => change(id, { selected }),
    /**
     * Adds what can be added to a run of the target, in batches, and forgets the files of which nothing is left. Returns
     * the number of features that were added; rejects with the error of the run.
     */
    async take({ begin, numbered }: Pick<ImportTarget, 'begin' | 'numbered'>): Promise<number> {
      store.setState({ isAdding: true });
      try {
        return await runWith(await begin(), numbered);
      } finally {
        store.setState({ isAdding: false });
        if (isLeft) clear();
      }
    },
    /**
     * Stops all readings and forgets them, because the dialog is gone. What is being added is added to its end first:
     * then it returns true.
     */
    leave(): boolean {
      isLeft = true;
      const { isAdding } = store.getState();
      if (!isAdding) clear();
      return isAdding;
    },
    /** Says that somebody sees the dialog. */
    enter() {
      isLeft = false;
    },
    clear,
  };
}
/** The state of one import dialog and what the user can do with it. */
export type ImportDialogState = ReturnType<typeof createImportStore>;
