import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { hasCode, isAppError } from '../app-error.ts';
import type { CatalogFile, CatalogScene } from '../core/catalog-scene.ts';
import { SourceFileError } from './copy/copy-scene.ts';
import type { ImportOptions } from './import-options.ts';
import type { PlacedFile, PlannedFile } from './import-plan.ts';
import type { PlannedRow, StoredImport } from './import-table.ts';
import { type ImportThread, ImportTroubleError } from './import-thread.ts';
import { stagingOf } from './read-phase.ts';

const mostNames = 50;

interface Run {
  options: ImportOptions;
  live: StoredImport;
  thread: ImportThread;
  library: string;
  staging: string;
  signal: AbortSignal;
}

/** Returns a file as the library records it. */
function recorded(
  { kind, name, fileName, bands, own, from, isRemote }: PlannedFile,
  {
    position,
    path,
    placed,
    savedAt,
  }: { position: number; path: string; placed: PlacedFile; savedAt: string },
): CatalogFile {
  return {
    ...{ kind, name, fileName, bands, position, path },
    ...{ sizeBytes: placed.sizeBytes, sha256: placed.sha256, savedAt, raster: null },
    fetchedFrom: isRemote ? new URL(from).host : (own?.fetchedFrom ?? null),
    order: own?.order ?? null,
    deliverable: own?.deliverable ?? null,
  };
}

/** Returns the scene of a plan with its files where they are now, and with what is told of where it came from. */
function sceneOf(
  { plan }: PlannedRow,
  folder: string,
  placed: readonly PlacedFile[],
  run: Run,
): CatalogScene {
  const { now } = run.options;
  const at = now().toISOString();
  const files = plan.files.flatMap((file, position) => {
    const found = placed.find(({ place }) => place === file.place);
    if (found === undefined) return [];
    return recorded(file, { position, path: `${folder}/${file.place}`, placed: found, savedAt: at });
  });
  const imported = { from: run.live.origin, at };
  return { ...plan.scene, raw: { ...plan.scene.raw, imported }, files };
}

/** Downloads what is remote; returns the files as they are on this computer then. */
async function localFiles({ options, live, staging, signal }: Run, { plan, seq }: PlannedRow) {
  const { origin } = URL.parse(live.source) ?? { origin: '' };
  const files: PlannedFile[] = [];
  for (const [n, file] of plan.files.entries()) {
    if (!file.isRemote) {
      files.push(file);
      continue;
    }
    const path = join(staging, 'downloads', `${seq}-${n}`);
    await mkdir(dirname(path), { recursive: true });
    await options.download({ url: file.from, origin, path }, () => undefined, signal);
    const { size } = await stat(path);
    files.push({ ...file, from: path, sizeBytes: file.sizeBytes ?? size });
  }
  return files;
}

/** Copies the files of a scene and puts them into a folder of its own; resolves with that folder, below the library. */
async function copyAndPlace(run: Run, row: PlannedRow): Promise<{ folder: string; placed: PlacedFile[] }> {
  const { options, live, thread, library, staging } = run;
  const { table, folderFor } = options;
  const own = `${staging}-${row.seq}`;
  const files = await localFiles(run, row);
  const placed = await thread.ask({
    ask: 'copy',
    scene: { files, library, staging: own, moveFrom: staging + sep },
  });
  const { parent, name } = folderFor(library, row.plan.scene.source);
  for (let attempt = 0; attempt < mostNames; attempt += 1) {
    const path = await thread.ask({ ask: 'name', parent, wanted: name });
    const folder = relative(library, path).split(sep).join('/');
    // Stored first: a crash in between leaves a note of where to look, never files that nobody knows.
    table.notePlace(live.importId, row.seq, { folder, placed });
    if (await thread.ask({ ask: 'place', staging: own, folder: path })) return { folder, placed };
  }
  throw new Error('no name is left for the folder of a scene');
}

/** Resolves with what an earlier run has put into the library before it ended; null if that is not there. */
async function placedBefore({ thread, library, options, live }: Run, row: PlannedRow) {
  const { folder, placed } = row;
  if (folder === null || placed === null) return null;
  const path = join(library, ...folder.split('/'));
  if (await thread.ask({ ask: 'is-whole', folder: path, files: placed })) return { folder, placed };
  options.table.notePlace(live.importId, row.seq, null);
  return null;
}

async function importOne(run: Run, row: PlannedRow): Promise<void> {
  const { options, live } = run;
  const { store, table, ports } = options;
  const { folder, placed } = (await placedBefore(run, row)) ?? (await copyAndPlace(run, row));
  store.transaction(() => {
    const { sceneRow, rasters } = ports.record(sceneOf(row, folder, placed, run), row.plan.connectionId);
    table.markImported(live.importId, row.seq, sceneRow);
    live.counts.imported += 1;
    table.put(live);
    for (const raster of rasters) options.rasterSaved(raster);
  });
}

/** Returns what is told of a scene that failed; throws what is not the scene's fault. */
function failureOf(error: unknown, row: PlannedRow) {
  if (error instanceof SourceFileError) return { problem: error.problem, detail: error.path };
  if (hasCode(error, 'OFFLINE')) throw new ImportTroubleError('source-missing');
  // The answer of another computer to a download.
  if (isAppError(error) && row.plan.files.some(({ isRemote }) => isRemote) && error.code !== 'CANCELLED')
    return { problem: 'answer' as const, detail: error.code };
  throw error;
}

/**
 * Imports what is planned, a scene after the other. A scene that cannot be imported is told and left out. Rejects with
 * ImportTroubleError if the library's disk is full, away or read-only, or if the drive of the source is away; then the import goes on
 * later where it was. `toleratesAway` if that was so before: then such a scene is left out.
 */
export async function copyPhase(
  options: ImportOptions,
  {
    live,
    thread,
    signal,
    toleratesAway,
  }: { live: StoredImport; thread: ImportThread; signal: AbortSignal; toleratesAway: boolean },
): Promise<void> {
  const { store, table } = options;
  const library = options.library();
  const staging = stagingOf(library, options.instance, live.importId);
  const run: Run = { options, live, thread, library, staging, signal };
  for (let row = table.next(live.importId); row !== null; row = table.next(live.importId)) {
    signal.throwIfAborted();
    try {
      await importOne(run, row);
      options.scenesChanged();
    } catch (error) {
      const isAway = error instanceof ImportTroubleError && error.trouble === 'source-missing';
      const failure =
        isAway && toleratesAway ? { problem: 'missing' as const, detail: '' } : failureOf(error, row);
      await thread.ask({ ask: 'remove', folder: `${staging}-${row.seq}` });
      const { seq } = row;
      store.transaction(() => {
        table.markFailed(live.importId, seq, failure);
        live.counts.failed += 1;
        table.put(live);
      });
    }
    options.changed();
  }
}
