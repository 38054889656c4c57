import { rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { hasCode, isAppError } from '../../core/app-error.ts';
import type { CatalogFile, CatalogScene } from '../../core/catalog-scene.ts';
import { diskTroubleOf } from '../../core/disk-trouble.ts';
import type { LosingScene } from '../../core/file-claims.ts';
import { makeFolders } from '../../core/make-folders.ts';
import { SourceFileError } from './copy/copy-scene.ts';
import { ensureLibrary } from './ensure-library.ts';
import type { ImportOptions } from './import-options.ts';
import type { PlacedFile, PlannedFile } from './import-plan.ts';
import type { StoredImport } from './import-records.ts';
import { type ImportThread, ImportTroubleError } from './import-thread.ts';
import { createJudge } from './judge-scene.ts';
import type { PlannedRow } from './planned-scenes.ts';
import { createPresentFiles } from './present-files.ts';
import { problemRow, stagingOf } from './read-phase.ts';
import { removePlaced } from './undo-import.ts';

const maxNames = 50;

interface Run {
  options: ImportOptions;
  live: StoredImport;
  thread: ImportThread;
  library: string;
  staging: string;
  signal: AbortSignal;
}

/** Returns a placed file as the library records it. */
function toCatalogFile(
  { kind, name, fileName, bands, own, from, isRemote, originalPath }: PlannedFile,
  {
    position,
    path,
    placed,
    savedAt,
  }: { position: number; path: string; placed: PlacedFile; savedAt: string },
): CatalogFile {
  return {
    kind,
    name,
    fileName,
    bands,
    position,
    path,
    sizeBytes: placed.sizeBytes,
    sha256: placed.sha256,
    savedAt,
    raster: null,
    fetchedFrom: isRemote ? new URL(from).host : (own?.fetchedFrom ?? null),
    order: own?.order ?? null,
    deliverable: own?.deliverable ?? null,
    // A scene that comes from another library was found first where its item says.
    originalPath: own?.originalPath ?? originalPath,
  };
}

/** Returns the scene of a plan with its placed files and with the origin of the import. */
function toCatalogScene(
  plan: PlannedRow['plan'],
  folder: string,
  placed: readonly PlacedFile[],
  run: Run,
): CatalogScene {
  const { now } = run.options;
  const at = now().toISOString();
  const files = plan.files.flatMap((file, position) => {
    const found = placed.find(({ place }) => place === file.place);
    if (found === undefined) return [];
    return toCatalogFile(file, { position, path: `${folder}/${file.place}`, placed: found, savedAt: at });
  });
  const imported = { from: run.live.origin, at };
  return { ...plan.scene, raw: { ...plan.scene.raw, imported }, files };
}

/** The place of a download within the folder of an import. */
const downloadName = (seq: number, n: number) => `${seq}-${n}`;

/** Thrown when the host of a scene did not send one of its files; the detail is the code of the error and the name of the file. */
class FileNotSentError extends Error {
  readonly detail: string;

  constructor(code: string, { fileName }: PlannedFile, options: ErrorOptions) {
    super(`a file was not sent: ${code}`, options);
    this.detail = `${code} ${fileName}`;
  }
}

/**
 * Downloads the remote files of a scene; resolves with its plan, in which all files are local and its rasters have been looked into. A file
 * that is no raster, such as a preview, and that its host does not send, is left out and returned in `notSent`, because the scene is of use
 * without it. Rejects with FileNotSentError for a raster, or if no file is left.
 */
async function fetchFiles(
  { options, live, thread, staging, signal }: Run,
  { plan, seq }: PlannedRow,
): Promise<{ plan: PlannedRow['plan']; notSent: FileNotSentError[] }> {
  const { origin } = URL.parse(live.source) ?? { origin: '' };
  const files: PlannedFile[] = [];
  const notSent: FileNotSentError[] = [];
  for (const [n, file] of plan.files.entries()) {
    if (!file.isRemote) {
      files.push(file);
      continue;
    }
    if (file.lacksKey === true) throw new SourceFileError('link-key', new URL(file.from).host);
    const path = join(staging, 'downloads', downloadName(seq, n));
    await makeFolders(dirname(path));
    const failure = await options
      .download({ url: file.from, origin, path, sizeBytes: file.sizeBytes }, () => undefined, signal)
      .then(
        () => null,
        async (error: unknown) => {
          // A partial download is never continued, and may be what fills the disk.
          await rm(path, { force: true }).catch(() => undefined);
          const trouble = hasCode(error, 'DISK_FULL') ? 'disk-full' : diskTroubleOf(error);
          if (trouble !== null) throw new ImportTroubleError(trouble);
          // Without a network every file would be passed over.
          if (!isAppError(error) || error.code === 'CANCELLED' || error.code === 'OFFLINE') throw error;
          return new FileNotSentError(error.code, file, { cause: error });
        },
      );
    if (failure !== null) {
      if (file.kind === 'raster') throw failure;
      notSent.push(failure);
      continue;
    }
    const { size } = await stat(path);
    files.push({ ...file, from: path, sizeBytes: file.sizeBytes ?? size });
  }
  const [first] = notSent;
  if (files.length === 0 && first !== undefined) throw first;
  const rasters = files.flatMap(({ kind, from, fileName, isRemote }) =>
    kind === 'raster' && isRemote ? [{ from, name: fileName }] : [],
  );
  const scene =
    rasters.length === 0 ? plan.scene : await thread.ask({ ask: 'describe', scene: plan.scene, rasters });
  return { plan: { ...plan, files, scene }, notSent };
}

/**
 * Resolves with whether the files of a scene were placed in its stored folder, and are complete. Rejects with ImportTroubleError while
 * the library is away.
 */
export const checkPlaced = (
  { thread, library, staging }: Pick<Run, 'thread' | 'library' | 'staging'>,
  seq: number,
  { folder, placed }: { folder: string; placed: PlacedFile[] },
) =>
  thread.ask({
    ask: 'placed',
    library,
    staging: `${staging}-${seq}`,
    files: placed,
    folder: join(library, ...folder.split('/')),
  });

/** Returns the scene whose files a plan has placed in the library: the recorded scene, or one that is not recorded yet. */
export function losingSceneOf({ ports }: Pick<ImportOptions, 'ports'>, { plan }: PlannedRow): LosingScene {
  const { source } = plan.scene;
  const recorded = ports.known(plan.connectionId, source);
  return recorded === null ? { source } : { sceneRow: recorded.sceneRow };
}

/** Copies the files of a scene into a new folder; resolves with the scene, with the path relative to the library, and with the files. */
async function copyAndPlace(
  run: Run,
  row: PlannedRow,
): Promise<{
  folder: string;
  placed: PlacedFile[];
  scene: PlannedRow['plan']['scene'];
  notSent: readonly FileNotSentError[];
}> {
  const { options, live, thread, library, staging } = run;
  const { table, folderFor } = options;
  const sceneStaging = `${staging}-${row.seq}`;
  const {
    plan: { files, scene },
    notSent,
  } = await fetchFiles(run, row);
  const copied = await thread.ask({
    ask: 'copy',
    scene: { files, library, staging: sceneStaging, moveFrom: staging + sep },
  });
  // Stored with the files, because the plan goes when the scene is recorded, and an undo must know which files are the only copies.
  const placed = copied.map((file) => ({
    ...file,
    original: row.plan.files.find(({ place }) => place === file.place)?.original ?? null,
  }));
  const { parent, name } = folderFor(library, row.plan.scene.source);
  for (let attempt = 0; attempt < maxNames; attempt += 1) {
    const path = await thread.ask({ ask: 'name', parent, wanted: name });
    const folder = relative(library, path).split(sep).join('/');
    // Stored before the rename, so that after a crash the files are found again.
    table.notePlace(live.importId, row.seq, { folder, placed });
    if (await thread.ask({ ask: 'place', staging: sceneStaging, folder: path, files: placed }))
      return { folder, placed, scene, notSent };
  }
  throw new Error('no name is left for the folder of a scene');
}

/**
 * Resolves with the files that an earlier run placed in the library without recording them; null if there are none or not all of them are
 * unchanged. In the latter case the unchanged ones are removed.
 */
async function findPlacedEarlier(run: Run, row: PlannedRow) {
  const { folder, placed } = row;
  if (folder === null || placed === null) return null;
  const found = await checkPlaced(run, row.seq, { folder, placed });
  if (found === 'whole') return { folder, placed };
  if (found === 'in-part') await removePlaced(run.options, folder, placed, losingSceneOf(run.options, row));
  run.options.table.notePlace(run.live.importId, row.seq, null);
  return null;
}

/**
 * Removes the copies that an earlier run made of a scene, placed or not, except files that are still to be imported. Resolves with the
 * placed files that stay; null if there are none.
 */
async function dropCopies(
  run: Run,
  row: PlannedRow,
  kept: readonly PlannedFile[],
): Promise<{ folder: string; placed: PlacedFile[] } | null> {
  const { thread, staging, options, live } = run;
  const { seq, folder, placed, plan } = row;
  const isKept = ({ place }: { place: string }) => kept.some((file) => file.place === place);
  const sceneStaging = `${staging}-${seq}`;
  let rest: { folder: string; placed: PlacedFile[] } | null = null;
  if (folder !== null && placed !== null) {
    if ((await checkPlaced(run, seq, { folder, placed })) !== 'never') {
      await removePlaced(
        options,
        folder,
        placed.filter((file) => !isKept(file)),
        losingSceneOf(options, row),
      );
      rest = kept.length === 0 ? null : { folder, placed: placed.filter(isKept) };
    }
    options.table.notePlace(live.importId, seq, rest);
  }
  if (kept.length === 0) await thread.ask({ ask: 'remove', folder: sceneStaging });
  else {
    const dropped = plan.files.filter((file) => !isKept(file));
    await options.removeUntouched(
      sceneStaging,
      dropped.map(({ place, sizeBytes }) => ({ name: place, sizeBytes: sizeBytes ?? -1 })),
    );
  }
  return rest;
}

/** Resolves with the checksum of a file that is to be imported. An earlier run may have moved Nadir's own copy of it. */
async function hashOf({ thread, staging, library }: Run, row: PlannedRow, path: string): Promise<string> {
  const file = row.plan.files.find(({ from }) => from === path);
  const places = [
    `${staging}-${row.seq}`,
    ...(row.folder === null ? [] : [join(library, ...row.folder.split('/'))]),
  ];
  const folders = path.startsWith(staging + sep) && file !== undefined ? places : [];
  for (const folder of folders) {
    const found = await thread
      .ask({ ask: 'hash', path: join(folder, ...(file?.place ?? '').split('/')) })
      .catch((error: unknown) => {
        if (error instanceof SourceFileError || error instanceof ImportTroubleError) return null;
        throw error;
      });
    if (found !== null) return found;
  }
  return thread.ask({ ask: 'hash', path });
}

/**
 * Resolves with queries to the library's records that leave out files which this import itself has placed: an old record of a deleted file
 * would otherwise count for the new file at the same path.
 */
async function recordsOfOthers(run: Run, { seq, folder, placed }: PlannedRow) {
  const { options, library } = run;
  const present = createPresentFiles(options);
  if (folder === null || placed === null) return present;
  if ((await checkPlaced(run, seq, { folder, placed })) === 'never') return present;
  const own = new Set(placed.map(({ place }) => join(library, ...folder.split('/'), ...place.split('/'))));
  return {
    ...present,
    async known(...scene: Parameters<typeof present.known>) {
      const found = await present.known(...scene);
      if (found === null) return null;
      const isOwn = (path: string | null) => path !== null && own.has(options.ports.absolute(path));
      const files = found.files.map((file) => (isOwn(file.path) ? { ...file, path: null } : file));
      return { ...found, files };
    },
  };
}

/**
 * Resolves with the files of a scene that are still to be imported: another import or a download may have added some to the library since
 * the source was read. Null if the library has all of them.
 */
async function updatePlan(run: Run, row: PlannedRow): Promise<PlannedRow | null> {
  const { options, live } = run;
  const { table, connectionOf } = options;
  const { seq, plan, fingerprint } = row;
  const present = await recordsOfOthers(run, row);
  const recorded = await present.known(plan.connectionId, plan.scene.source);
  const existing = recorded?.files.filter(({ path }) => path !== null) ?? [];
  const isInLibrary = ({ kind, name }: PlannedFile) =>
    existing.some((file) => file.kind === kind && file.name === name);
  if (!plan.files.some(isInLibrary)) return row;
  const judge = createJudge({
    connectionOf,
    ...present,
    sameName: () => null,
    earlier: null,
    hash: (path) => hashOf(run, row, path),
  });
  const { row: now } = await judge({
    scene: plan.scene,
    fingerprint: fingerprint ?? '',
    hasItem: plan.hasItem,
    files: plan.files,
  });
  const rest = await dropCopies(run, row, now.plan?.files ?? []);
  if (now.plan === null) {
    table.markThere(live.importId, seq, plan.scene.source.sceneId);
    live.counts.there += 1;
    table.put(live);
    return null;
  }
  table.replan(live.importId, seq, { label: now.label, plan: now.plan });
  return {
    ...row,
    label: now.label,
    plan: now.plan,
    folder: rest?.folder ?? null,
    placed: rest?.placed ?? null,
  };
}

async function importOne(run: Run, found: PlannedRow): Promise<void> {
  const { options, live, library } = run;
  const { store, table, ports } = options;
  const row = await updatePlan(run, found);
  if (row === null) return;
  const earlier = await findPlacedEarlier(run, row);
  const { folder, placed, scene, notSent } =
    earlier === null ? await copyAndPlace(run, row) : { ...earlier, scene: row.plan.scene, notSent: [] };
  if (options.library() !== library) {
    // Its path would be taken for one in the new folder. It is copied again into that one, and nothing would know of these files.
    await options.removeUntouched(
      join(library, ...folder.split('/')),
      placed.map(({ place, sizeBytes }) => ({ name: place, sizeBytes })),
    );
    table.notePlace(live.importId, row.seq, null);
    throw new ImportTroubleError('library-changed');
  }
  store.transaction(() => {
    const { sceneRow, rasters } = ports.record(
      toCatalogScene({ ...row.plan, scene }, folder, placed, run),
      row.plan.connectionId,
    );
    table.markImported(live.importId, row.seq, sceneRow);
    live.counts.imported += 1;
    for (const { detail } of notSent) {
      table.add(
        live.importId,
        table.nextSeq(live.importId),
        problemRow({ path: row.label, problem: 'answer', detail }),
      );
      live.counts.problem += 1;
    }
    table.put(live);
    for (const raster of rasters) options.rasterSaved(raster);
  });
}

/** Returns how the person knows a file of a plan: its path may be that of a copy in a hidden folder of the library. */
function nameFileFor(path: string, { plan, seq }: PlannedRow): string {
  const file =
    plan.files.find((_, n) => path.endsWith(join('downloads', downloadName(seq, n)))) ??
    plan.files.find(({ from }) => from === path) ??
    plan.files.find(({ place }) => path.endsWith(`${sep}${place.split('/').join(sep)}`));
  return file?.originalPath ?? file?.place ?? basename(path);
}

/** Returns why a scene failed; throws errors that concern the whole import. */
function failureOf(error: unknown, row: PlannedRow) {
  if (error instanceof SourceFileError)
    return { problem: error.problem, detail: nameFileFor(error.path, row) };
  if (error instanceof FileNotSentError) return { problem: 'answer' as const, detail: error.detail };
  throw error;
}

/** After so many scenes in a row whose drive or host is away, the others are not tried: most likely it is away for all of them. */
const mostAwayInRow = 5;

/**
 * Imports the planned scenes one after another. A scene that cannot be imported is stored as failed and left out. Rejects with
 * ImportTroubleError if the library's disk is full, away or read-only, or if the user has selected another library folder; the import can
 * continue later. A scene whose drive is away, or whose host has no address now, is passed over, and the import rejects so at its end. With
 * `toleratesAway` a scene whose drive is away fails instead.
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
  const passedOver: number[] = [];
  let awayInRow = 0;
  const next = () => table.next(live.importId, passedOver);
  for (let row = next(); row !== null; row = next()) {
    signal.throwIfAborted();
    if (options.library() !== library) throw new ImportTroubleError('library-changed');
    await ensureLibrary(options);
    try {
      await importOne(run, row);
      options.scenesChanged();
      awayInRow = 0;
    } catch (error) {
      const isDriveAway = error instanceof ImportTroubleError && error.trouble === 'source-missing';
      if (hasCode(error, 'OFFLINE') || (isDriveAway && !toleratesAway)) {
        passedOver.push(row.seq);
        awayInRow += 1;
        if (awayInRow === mostAwayInRow) break;
        continue;
      }
      const failure = isDriveAway ? { problem: 'missing' as const, detail: '' } : failureOf(error, row);
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
  if (passedOver.length > 0) throw new ImportTroubleError('source-missing');
}
