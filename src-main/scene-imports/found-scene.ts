import type { ImportProblem } from '../../src-preload/contract/scene-imports.ts';
import type { CatalogFile, CatalogScene } from '../core/catalog-scene.ts';

/** A file of a scene that was found. */
export interface FoundFile {
  kind: 'raster' | 'attachment';
  /** Its name among the files of its kind. */
  name: string;
  fileName: string;
  bands: string[];
  /** Its absolute path, or its address. */
  from: string;
  isRemote: boolean;
  /** Null if an address does not tell it. */
  sizeBytes: number | null;
  /** The checksum that its item tells; null if there is none. */
  sha256: string | null;
  /** Where it belongs in the folder of the scene, with `/` between the parts. */
  place: string;
  /** What the item of a Nadir says of it besides. */
  own: Pick<CatalogFile, 'savedAt' | 'fetchedFrom' | 'order' | 'deliverable'> | null;
}

/** A scene that was found, with the files that can be imported. */
export interface FoundScene {
  scene: Omit<CatalogScene, 'files'>;
  /** Eight hex digits that depend on the content of its files: two scenes of one name are told apart by them. */
  fingerprint: string;
  files: FoundFile[];
}

/** A part of what was chosen that is not used. `path` is where it is, for the reader. */
export interface FoundProblem {
  path: string;
  problem: ImportProblem;
  detail: string;
}

/** What was found since the last stretch; `entries` counts all files and folders so far. */
export interface FoundStretch {
  scenes: FoundScene[];
  problems: FoundProblem[];
  entries: number;
}

/** What is known of a raster before it is copied; `box` is west, south, east and north, and null if it has no place. */
export interface RasterFacts {
  box: [number, number, number, number] | null;
}

/** So much is told at once: it is copied from one thread to the other, judged and stored in one turn. */
const most = { scenes: 20, problems: 200, entries: 2_000 };

/** Yields a stretch in pieces that are small enough for that: a page of items may have thousands. */
export function* piecesOf({ scenes, problems, entries }: FoundStretch): Generator<FoundStretch> {
  const pieces = Math.max(
    1,
    Math.ceil(scenes.length / most.scenes),
    Math.ceil(problems.length / most.problems),
  );
  const part = <T>(all: readonly T[], n: number, size: number) => all.slice(n * size, (n + 1) * size);
  for (let n = 0; n < pieces; n += 1)
    yield { scenes: part(scenes, n, most.scenes), problems: part(problems, n, most.problems), entries };
}

/** Collects what is found, and says when there is enough of it for a stretch: memory stays bounded. */
export function createStretches() {
  let scenes: FoundScene[] = [];
  let problems: FoundProblem[] = [];
  let entries = 0;
  let toldAt = 0;
  return {
    scene: (scene: FoundScene) => void scenes.push(scene),
    problem: (path: string, problem: ImportProblem, detail = '') =>
      void problems.push({ path: path.slice(-500), problem, detail: detail.slice(0, 300) }),
    entry() {
      entries += 1;
      return entries;
    },
    isDue: () =>
      scenes.length >= most.scenes || problems.length >= most.problems || entries - toldAt >= most.entries,
    take(): FoundStretch {
      const stretch = { scenes, problems, entries };
      scenes = [];
      problems = [];
      toldAt = entries;
      return stretch;
    },
  };
}

/** What `createStretches` returns. */
export type Stretches = ReturnType<typeof createStretches>;
