import { basename, parse } from 'node:path';
import { sceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { importedConnectionId } from '../../../src-preload/contract/library.ts';
import type { CatalogSource } from '../../core/catalog-scene.ts';
import type { EarlierRasters } from './earlier-rasters.ts';
import type { FoundFile, FoundScene } from './found-scene.ts';
import type { NewRow } from './import-rows.ts';

/** A recorded file; `path` is null if it is not on disk. */
interface RecordedFile {
  kind: 'raster' | 'attachment';
  name: string;
  path: string | null;
  sizeBytes: number | null;
  sha256: string | null;
}

/** The library's records, as an import compares its scenes with them. */
export interface JudgePorts {
  connectionOf: (source: CatalogSource) => string;
  known: (connectionId: string, source: CatalogSource) => Promise<{ files: readonly RecordedFile[] } | null>;
  /** Resolves with the scene that has a file of this content; null if there is none. `hash` is called only if a file has this size. */
  sameContent: (sizeBytes: number, hash: () => Promise<string>) => Promise<string | null>;
  /** Returns the fingerprint of the scene of this name that was found earlier in the same import; null if there is none. */
  sameName: (sceneId: string) => string | null;
  /** The rasters that were found earlier in the same import; null where a scene is compared with the library alone. */
  earlier: Pick<EarlierRasters, 'find' | 'note'> | null;
  hash: (path: string) => Promise<string>;
  /** Returns the absolute form of a recorded path. */
  absolute: (path: string) => string;
}

type Comparison = 'there' | 'missing' | 'differs';

/** Returns a name without its last ending, in small letters: files beside a raster begin with it. */
const stemOf = (fileName: string) => parse(fileName).name.toLowerCase();

/**
 * Returns the files that are added to a known scene: the missing ones, and those beside a missing raster, from the source or else from the
 * library. A raster that comes again gets another folder, and world files, masks and “no data” values count only where it lies.
 */
function withFilesBeside(
  missing: readonly FoundFile[],
  found: readonly FoundFile[],
  recorded: readonly (RecordedFile & { absolute: string | null })[],
): FoundFile[] {
  const rasters = missing.filter(({ kind }) => kind === 'raster');
  const isBeside = (fileName: string) =>
    rasters.some((raster) => fileName.toLowerCase().startsWith(stemOf(raster.fileName)));
  const fromSource = found.filter(
    (file) => file.kind === 'attachment' && !missing.includes(file) && isBeside(file.fileName),
  );
  const names = new Set([...missing, ...fromSource].map(({ name }) => name));
  const fromLibrary = recorded.flatMap(({ kind, name, absolute, sizeBytes, sha256 }): FoundFile[] => {
    if (kind !== 'attachment' || absolute === null || names.has(name) || !isBeside(basename(absolute)))
      return [];
    return [
      {
        kind,
        name,
        fileName: basename(absolute),
        bands: [],
        bandCount: null,
        from: absolute,
        isRemote: false,
        sizeBytes,
        sha256,
        originalPath: null,
        original: null,
        place: basename(absolute),
        own: null,
      },
    ];
  });
  return [...missing, ...fromSource, ...fromLibrary];
}

/** What adds to a raster only where it lies beside it: its place, names of bands and classes, masks and overviews. */
const besideEnding =
  /^(?:(?:\.[a-z0-9]+)?(?:\.aux\.xml|\.msk|\.ovr)|\.(?:[a-z]{2,4}w|wld|prj|tab|rpb)|_rpc\.txt)$/;

/**
 * Returns the new files that would lie beside a raster that the library has already. They would get a folder of their own, where neither
 * Nadir nor another program uses them.
 */
function lateFilesOf(
  missing: readonly FoundFile[],
  recorded: readonly { kind: string; absolute: string | null }[],
): FoundFile[] {
  const stems = recorded.flatMap(({ kind, absolute }) =>
    kind === 'raster' && absolute !== null ? [stemOf(basename(absolute))] : [],
  );
  return missing.filter(({ kind, fileName }) => {
    const name = basename(fileName).toLowerCase();
    return (
      kind === 'attachment' &&
      stems.some((stem) => name.startsWith(stem) && besideEnding.test(name.slice(stem.length)))
    );
  });
}

const sizeOf = (files: readonly FoundFile[]) =>
  files.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);

/** What an import does with a scene, and the names of its files that come too late for their raster. */
export interface Judgement {
  row: NewRow;
  late: readonly string[];
}

const only = (row: NewRow): Judgement => ({ row, late: [] });

/** Creates the function that decides what an import does with a found scene. Only files with the size of a recorded one are read. */
export function createJudge(ports: JudgePorts) {
  async function compare(file: FoundFile, recorded: readonly RecordedFile[]): Promise<Comparison> {
    const same = recorded.find(({ kind, name }) => kind === file.kind && name === file.name);
    if (same === undefined || same.path === null) return 'missing';
    if (file.sizeBytes !== null && same.sizeBytes !== null && file.sizeBytes !== same.sizeBytes)
      return 'differs';
    if (same.sha256 === null || file.isRemote) return 'there';
    return (file.sha256 ?? (await ports.hash(file.from))) === same.sha256 ? 'there' : 'differs';
  }

  async function comparison(files: readonly FoundFile[], recorded: readonly RecordedFile[]) {
    const missing: FoundFile[] = [];
    let differs = false;
    for (const file of files) {
      const found = await compare(file, recorded);
      if (found === 'missing') missing.push(file);
      else if (found === 'differs') differs = true;
    }
    // If no file is the same, the recorded scene has only its name in common with this one.
    const isOther = missing.length === files.length && recorded.some(({ path }) => path !== null);
    return { missing, differs: differs || isOther };
  }

  /** Resolves with the name of a recorded scene that has all of these rasters; null if there is none. */
  async function sameContent(files: readonly FoundFile[]): Promise<string | null> {
    const rasters = files.filter(({ kind, isRemote }) => kind === 'raster' && !isRemote);
    let sceneId: string | null = null;
    for (const { from, sizeBytes, sha256 } of rasters) {
      if (sizeBytes === null) return null;
      sceneId = await ports.sameContent(sizeBytes, async () => sha256 ?? ports.hash(from));
      if (sceneId === null) return null;
    }
    return sceneId;
  }

  function rowOf(
    { scene, fingerprint, hasItem }: FoundScene,
    found: {
      outcome: 'new' | 'adds' | 'there';
      connectionId: string;
      files: readonly FoundFile[];
      detail?: string;
      duplicateOf?: NewRow['duplicateOf'];
    },
  ): NewRow {
    const { outcome, connectionId, files, detail = '', duplicateOf = null } = found;
    return {
      label: scene.source.sceneId,
      outcome,
      problem: null,
      detail,
      fingerprint,
      files: files.length,
      bytes: sizeOf(files),
      plan: outcome === 'there' ? null : { scene, connectionId, hasItem, files: [...files] },
      duplicateOf,
      // A scene that was found twice is imported once, unless the person wants both.
      isWanted: outcome !== 'there' && duplicateOf === null,
    };
  }

  /** Returns the scene with its fingerprint added to its name, which distinguishes it from another scene of that name. */
  function renamed(found: FoundScene): FoundScene {
    const { source } = found.scene;
    const sceneId = sceneIdSchema.parse(`${source.sceneId.slice(0, 280)}-${found.fingerprint}`);
    return { ...found, scene: { ...found.scene, source: { ...source, sceneId } } };
  }

  async function judge(found: FoundScene, mayRename: boolean): Promise<Judgement> {
    const { scene, files } = found;
    const { source } = scene;
    const connectionId = ports.connectionOf(source);
    const before = ports.sameName(source.sceneId);
    if (before !== null) {
      if (before !== found.fingerprint && mayRename) return judge(renamed(found), false);
      return only(
        rowOf(found, {
          outcome: 'there',
          connectionId,
          files,
          detail: source.sceneId,
          duplicateOf: 'import',
        }),
      );
    }
    const recorded = await ports.known(connectionId, source);
    if (recorded === null) {
      const same = await sameContent(files);
      if (same !== null)
        return only(
          rowOf(found, { outcome: 'there', connectionId, files, detail: same, duplicateOf: 'library' }),
        );
      const twice = (await ports.earlier?.find(files)) ?? null;
      if (twice !== null)
        return only(
          rowOf(found, { outcome: 'new', connectionId, files, detail: twice, duplicateOf: 'import' }),
        );
      ports.earlier?.note(source.sceneId, files);
      return only(rowOf(found, { outcome: 'new', connectionId, files }));
    }
    const { missing, differs } = await comparison(files, recorded.files);
    // The names of services are unique; other scenes may have the same name by chance.
    if (differs && mayRename && connectionId === importedConnectionId) return judge(renamed(found), false);
    const present = recorded.files.map((file) => ({
      ...file,
      absolute: file.path === null ? null : ports.absolute(file.path),
    }));
    const late = lateFilesOf(missing, present);
    const added = missing.filter((file) => !late.includes(file));
    const row =
      added.length === 0
        ? rowOf(found, { outcome: 'there', connectionId, files })
        : rowOf(found, { outcome: 'adds', connectionId, files: withFilesBeside(added, files, present) });
    return { row, late: late.map(({ fileName }) => fileName) };
  }

  return (found: FoundScene) => judge(found, true);
}
