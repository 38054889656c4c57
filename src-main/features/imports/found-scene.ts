import type { RasterPlacement } from '../../../src-preload/contract/raster-placement.ts';
import type { ImportProblem } from '../../../src-preload/contract/scene-imports.ts';
import type { CatalogFile, CatalogScene } from '../../core/catalog-scene.ts';

/** The file on a disk of this computer that a copy comes from: the file itself, or the archive that it was in. */
export interface OriginalFile {
  /** The absolute path. */
  path: string;
  sizeBytes: number;
}

/** A file of a scene that was found. */
export interface FoundFile {
  kind: 'raster' | 'attachment';
  /** The name, unique among the files of its kind. */
  name: string;
  fileName: string;
  bands: string[];
  /** The number of bands; null if the file is no raster or was not read. */
  bandCount: number | null;
  /** The absolute path or the address of the file. */
  from: string;
  isRemote: boolean;
  /** Null if it is not known, as for some remote files. */
  sizeBytes: number | null;
  /** The checksum in the item; null if there is none. */
  sha256: string | null;
  /** The path below what the person selected, separated by `/`; null for a remote file. */
  originalPath: string | null;
  /** Null for a remote file, and for one that the page sent. */
  original: OriginalFile | null;
  /** The path in the folder of the scene, separated by `/`. */
  place: string;
  /** Further facts from an item that Nadir wrote; null for other items. */
  own: Pick<CatalogFile, 'savedAt' | 'fetchedFrom' | 'order' | 'deliverable' | 'originalPath'> | null;
}

/** A scene that was found, with the files that can be imported. */
export interface FoundScene {
  scene: Omit<CatalogScene, 'files'>;
  /** Eight hex digits that depend on the content of the files. They distinguish two scenes of one name. */
  fingerprint: string;
  /** True if an item describes the scene, and false if only its files do. */
  hasItem: boolean;
  files: FoundFile[];
}

/** Something in the source that is not used. `path` says to the user where it is. */
export interface FoundProblem {
  path: string;
  problem: ImportProblem;
  detail: string;
}

/** A review file that lies beside scenes. `path` is absolute, and `label` is the path as the person knows it. */
export interface FoundReview {
  path: string;
  label: string;
}

/** The scenes, problems and reviews found since the last batch; `entries` counts all files and folders so far. */
export interface FoundBatch {
  scenes: FoundScene[];
  problems: FoundProblem[];
  reviews: FoundReview[];
  entries: number;
}

/** Facts of a raster before it is copied. */
export interface RasterFacts {
  /** West, south, east and north in degrees; null if it has no position. */
  box: [number, number, number, number] | null;
  /** Why it has no position; null if it has one. */
  unplaced: Pick<Extract<RasterPlacement, { kind: 'unplaced' }>, 'reason' | 'detail'> | null;
  /** A closed ring in degrees; null where only the box is known. */
  outline: [number, number][] | null;
  /** The XML of GDAL's metadata in the file, and its tag DateTime; null if there is none. */
  gdalMetadata: string | null;
  dateTime: string | null;
  bandCount: number;
}

/** The limits of a batch, which is copied between threads, compared with the library and stored in one go. */
const batchLimits = { scenes: 20, problems: 200, reviews: 200, entries: 2_000 };

/** Yields a batch in parts within these limits: a page of items may have thousands. */
export function* splitBatch({ scenes, problems, reviews, entries }: FoundBatch): Generator<FoundBatch> {
  const pieces = Math.max(
    1,
    Math.ceil(scenes.length / batchLimits.scenes),
    Math.ceil(problems.length / batchLimits.problems),
    Math.ceil(reviews.length / batchLimits.reviews),
  );
  const part = <T>(all: readonly T[], n: number, size: number) => all.slice(n * size, (n + 1) * size);
  for (let n = 0; n < pieces; n += 1)
    yield {
      scenes: part(scenes, n, batchLimits.scenes),
      problems: part(problems, n, batchLimits.problems),
      reviews: part(reviews, n, batchLimits.reviews),
      entries,
    };
}

/** Creates the collector of scenes, problems and reviews, which says when there are enough for a batch, so that memory stays bounded. */
export function createBatchCollector() {
  let scenes: FoundScene[] = [];
  let problems: FoundProblem[] = [];
  let reviews: FoundReview[] = [];
  let entries = 0;
  let entriesTaken = 0;
  return {
    scene: (scene: FoundScene) => void scenes.push(scene),
    problem: (path: string, problem: ImportProblem, detail = '') =>
      void problems.push({ path: path.slice(-500), problem, detail: detail.slice(0, 300) }),
    review: (path: string) => void reviews.push({ path, label: path }),
    /** Counts a file or folder; returns their number so far. */
    entry() {
      entries += 1;
      return entries;
    },
    /** True if there is enough for a batch. */
    isDue: () =>
      scenes.length >= batchLimits.scenes ||
      problems.length >= batchLimits.problems ||
      reviews.length >= batchLimits.reviews ||
      entries - entriesTaken >= batchLimits.entries,
    /** Returns a batch with everything since the last one. */
    take(): FoundBatch {
      const batch = { scenes, problems, reviews, entries };
      scenes = [];
      problems = [];
      reviews = [];
      entriesTaken = entries;
      return batch;
    },
  };
}

/** What `createBatchCollector` returns. */
export type BatchCollector = ReturnType<typeof createBatchCollector>;
