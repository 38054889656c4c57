import { sceneIdSchema } from '../../src-preload/contract/ids.ts';
import { importedConnectionId } from '../../src-preload/contract/library.ts';
import type { CatalogSource } from '../core/catalog-scene.ts';
import type { FoundFile, FoundScene } from './found-scene.ts';
import type { NewRow } from './import-table.ts';

/** A file that the library knows; `path` is null if it is not on disk. */
interface RecordedFile {
  kind: string;
  name: string;
  path: string | null;
  sizeBytes: number | null;
  sha256: string | null;
}

/** What an import asks the library about what it found. */
export interface JudgePorts {
  connectionOf: (source: CatalogSource) => string;
  known: (connectionId: string, source: CatalogSource) => Promise<{ files: readonly RecordedFile[] } | null>;
  /** Resolves with the scene that has a file of this content; null if none has. The checksum is asked for only if one has its size. */
  sameContent: (sizeBytes: number, hash: () => Promise<string>) => Promise<string | null>;
  /** Returns the fingerprint of the scene of this name that was found before in the same import; null if there is none. */
  sameName: (sceneId: string) => string | null;
  hash: (path: string) => Promise<string>;
}

type Comparison = 'there' | 'missing' | 'differs';

const sizeOf = (files: readonly FoundFile[]) =>
  files.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0);

/** Creates the function that says what would become of a scene that was found. Files are read only where one of their size is known. */
export function createJudge(ports: JudgePorts) {
  async function compare(file: FoundFile, known: readonly RecordedFile[]): Promise<Comparison> {
    const same = known.find(({ kind, name }) => kind === file.kind && name === file.name);
    if (same === undefined || same.path === null) return 'missing';
    if (file.sizeBytes !== null && same.sizeBytes !== null && file.sizeBytes !== same.sizeBytes)
      return 'differs';
    if (same.sha256 === null || file.isRemote) return 'there';
    return (file.sha256 ?? (await ports.hash(file.from))) === same.sha256 ? 'there' : 'differs';
  }

  async function comparison(files: readonly FoundFile[], known: readonly RecordedFile[]) {
    const missing: FoundFile[] = [];
    let differs = false;
    for (const file of files) {
      const found = await compare(file, known);
      if (found === 'missing') missing.push(file);
      else if (found === 'differs') differs = true;
    }
    // A scene with files of other names only has nothing but its name in common with this one.
    const isOther = missing.length === files.length && known.some(({ path }) => path !== null);
    return { missing, differs: differs || isOther };
  }

  /** Returns the name of a scene that has all of these rasters already; null if there is none. */
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
    { scene, fingerprint }: FoundScene,
    found: {
      outcome: 'new' | 'adds' | 'there';
      connectionId: string;
      files: readonly FoundFile[];
      detail?: string;
    },
  ): NewRow {
    const { outcome, connectionId, files, detail = '' } = found;
    return {
      ...{ label: scene.source.sceneId, outcome, problem: null, detail, fingerprint },
      ...{ files: files.length, bytes: sizeOf(files) },
      plan: outcome === 'there' ? null : { scene, connectionId, files: [...files] },
    };
  }

  /** Returns the same scene under a name that tells it from another one of its name. */
  function renamed(found: FoundScene): FoundScene {
    const { source } = found.scene;
    const sceneId = sceneIdSchema.parse(`${source.sceneId.slice(0, 280)}-${found.fingerprint}`);
    return { ...found, scene: { ...found.scene, source: { ...source, sceneId } } };
  }

  async function judge(found: FoundScene, mayRename: boolean): Promise<NewRow> {
    const { scene, files } = found;
    const { source } = scene;
    const connectionId = ports.connectionOf(source);
    const before = ports.sameName(source.sceneId);
    if (before !== null) {
      if (before !== found.fingerprint && mayRename) return judge(renamed(found), false);
      return rowOf(found, { outcome: 'there', connectionId, files, detail: source.sceneId });
    }
    const known = await ports.known(connectionId, source);
    if (known === null) {
      const same = await sameContent(files);
      return same === null
        ? rowOf(found, { outcome: 'new', connectionId, files })
        : rowOf(found, { outcome: 'there', connectionId, files, detail: same });
    }
    const { missing, differs } = await comparison(files, known.files);
    // Scenes of services have names of their own; others may be called alike by chance.
    if (differs && mayRename && connectionId === importedConnectionId) return judge(renamed(found), false);
    return missing.length === 0
      ? rowOf(found, { outcome: 'there', connectionId, files })
      : rowOf(found, { outcome: 'adds', connectionId, files: missing });
  }

  return (found: FoundScene) => judge(found, true);
}
