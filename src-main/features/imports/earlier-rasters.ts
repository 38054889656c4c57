import { SourceFileError } from './copy/copy-scene.ts';
import type { FoundFile } from './found-scene.ts';
import type { ImportThread } from './import-thread.ts';

/** A raster that the same import has found before. Its checksum is read when a second file looks like it. */
interface EarlierRaster {
  sceneId: string;
  from: string;
  sha256: string | null;
}

/** The rasters of one size: those whose samples are not read yet, and the others by their samples. */
interface OfOneSize {
  unread: EarlierRaster[];
  bySamples: Map<string, EarlierRaster[]>;
}

/**
 * Creates the memory of the rasters that an import has found, which finds the same content under another name. Samples are read only of
 * files of one size, and whole files only if their samples are equal: uncompressed rasters of a drive often have one size.
 */
export function createEarlierRasters(thread: Pick<ImportThread, 'ask'>) {
  const bySize = new Map<number, OfOneSize>();

  /** Resolves with null for a file that cannot be read; that is told when it is copied. */
  async function readIf(read: Promise<string>): Promise<string | null> {
    try {
      return await read;
    } catch (error) {
      if (error instanceof SourceFileError) return null;
      throw error;
    }
  }
  const samplesOf = ({ from }: { from: string }) => readIf(thread.ask({ ask: 'samples', path: from }));
  async function checksumOf(file: { from: string; sha256: string | null }): Promise<string | null> {
    file.sha256 ??= await readIf(thread.ask({ ask: 'hash', path: file.from }));
    return file.sha256;
  }

  async function readSamples({ unread, bySamples }: OfOneSize) {
    for (const file of unread.splice(0)) {
      const samples = await samplesOf(file);
      if (samples === null) continue;
      const same = bySamples.get(samples);
      if (same === undefined) bySamples.set(samples, [file]);
      else same.push(file);
    }
  }

  async function findOne({ from, sizeBytes, sha256 }: FoundFile): Promise<string | null> {
    const ofSize = bySize.get(sizeBytes ?? 0);
    if (ofSize === undefined) return null;
    await readSamples(ofSize);
    const samples = await samplesOf({ from });
    const alike = samples === null ? [] : (ofSize.bySamples.get(samples) ?? []);
    const wanted = { from, sha256 };
    for (const file of alike) {
      const checksum = await checksumOf(wanted);
      if (checksum !== null && checksum === (await checksumOf(file))) return file.sceneId;
    }
    return null;
  }

  const localRasters = (files: readonly FoundFile[]) =>
    files.filter(({ kind, isRemote, sizeBytes }) => kind === 'raster' && !isRemote && sizeBytes !== null);

  return {
    /** Remembers the rasters of a scene that is to be imported. */
    note(sceneId: string, files: readonly FoundFile[]) {
      for (const { from, sizeBytes, sha256 } of localRasters(files)) {
        const size = sizeBytes ?? 0;
        const ofSize: OfOneSize = bySize.get(size) ?? { unread: [], bySamples: new Map() };
        ofSize.unread.push({ sceneId, from, sha256 });
        bySize.set(size, ofSize);
      }
    },
    /** Resolves with the name of an earlier scene that has the last one of these rasters, if earlier scenes have all; null if not. */
    async find(files: readonly FoundFile[]): Promise<string | null> {
      let sceneId: string | null = null;
      for (const file of localRasters(files)) {
        sceneId = await findOne(file);
        if (sceneId === null) return null;
      }
      return sceneId;
    },
  };
}

/** What `createEarlierRasters` returns. */
export type EarlierRasters = ReturnType<typeof createEarlierRasters>;
