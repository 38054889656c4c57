import type { StoreApi } from 'zustand/vanilla';
import type { ReadProgress } from '../../../formats/import-source.ts';
import type { ReadChoices } from '../../../formats/imported.ts';
import type { StartReading } from '../../../formats/start-reading.ts';
import type { NamedSource } from './group-files.ts';
import { addedIn, type ImportFile } from './import-file.ts';
import { type ImportState, noSources, textId } from './import-state.ts';
import type { ImportLimits } from './import-target.ts';

interface ImportFilesOptions {
  store: StoreApi<ImportState>;
  start: StartReading;
  limits: Pick<ImportLimits, 'accepts' | 'selectsEach'>;
}

const noCorrections = (): Pick<ImportFile, 'corrected'> => ({ corrected: new Map() });
const noProgress: ReadProgress = { share: 0, count: 0, rejected: 0 };

/** Creates the functions that open the sources of a dialog, parse each in its own worker, and remove them. */
export function createImportFiles({ store, start, limits }: ImportFilesOptions) {
  let nextId = textId + 1;

  const get = (id: number) => store.getState().files.find((file) => file.id === id);
  const change = (id: number, patch: Partial<ImportFile>) =>
    store.setState(({ files }) => ({
      files: files.map((file) => (file.id === id ? { ...file, ...patch } : file)),
    }));

  /** Starts to parse a file and returns the fields that this resets. The previous outcome stays until the new one arrives. */
  function startFile(id: number, { source }: NamedSource, choices: ReadChoices) {
    const isCurrent = () => get(id)?.running === running;
    const running = start({
      source,
      choices,
      onProgress: (progress) => {
        if (isCurrent()) change(id, { progress: { ...progress } });
      },
    });
    running.done.then(
      async ({ outcome, places }) => {
        const features = limits.selectsEach && outcome.count > 0 ? await running.batch(0) : [];
        // A single feature is selected without asking.
        const selected = new Set(features.length === 1 ? [0] : []);
        const version = (get(id)?.version ?? 0) + 1;
        if (isCurrent())
          change(id, { ...noCorrections(), outcome, places, features, selected, version, isReading: false });
      },
      () => {
        if (isCurrent()) change(id, { hasFailed: true, isReading: false, outcome: null, places: null });
      },
    );
    return { choices, running, progress: noProgress, isReading: true, hasFailed: false, taken: 0 };
  }

  function openAs(id: number, named: NamedSource) {
    const choices: ReadChoices = { answers: {}, table: {}, accepts: limits.accepts };
    const empty = { outcome: null, places: null, features: [], selected: new Set<number>(), version: 0 };
    const file: ImportFile = { ...named, id, ...empty, ...noCorrections(), ...startFile(id, named, choices) };
    store.setState(({ files }) => ({ files: [...files, file] }));
  }

  function close(id: number) {
    get(id)?.running.stop();
    store.setState(({ files }) => ({ files: files.filter((file) => file.id !== id), hasTooMany: false }));
  }

  function takeId() {
    nextId += 1;
    return nextId - 1;
  }

  return {
    get,
    change,
    /** Adds a source to the dialog and starts to parse it. */
    open: (named: NamedSource) => openAs(takeId(), named),
    /** Parses a pasted text in place of the previous one. */
    setText(text: string, name: string) {
      store.setState({ text });
      close(textId);
      if (text.trim() !== '') openAs(textId, { name, source: { kind: 'text', text } });
    },
    /** Turns the pasted text into a file and empties its field, so that a text that is pasted next is another source. */
    detachText() {
      const id = takeId();
      store.setState(({ files }) => ({
        text: '',
        files: files.map((file) => (file.id === textId ? { ...file, id } : file)),
      }));
    },
    /**
     * Parses a file again with other choices, unless features of it were added. Corrections are dropped, because other features may be
     * rejected.
     */
    choose(id: number, patch: Partial<ReadChoices>) {
      const file = get(id);
      if (!file || addedIn(file) > 0) return;
      file.running.stop();
      change(id, startFile(id, file, { ...file.choices, ...patch }));
    },
    remove(id: number) {
      if (id === textId) store.setState({ text: '' });
      close(id);
    },
    /** Stops all parses and removes all sources. */
    clear() {
      for (const { running } of store.getState().files) running.stop();
      store.setState(noSources);
    },
  };
}
/** The sources of one import dialog and what can be done with them. */
export type ImportFiles = ReturnType<typeof createImportFiles>;
