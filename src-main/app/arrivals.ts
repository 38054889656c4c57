import type { Notice } from '../../src-preload/contract/app.ts';
import type { LibraryFileId, LibrarySceneId } from '../../src-preload/contract/ids.ts';
import type { Notices } from '../activity/notices.ts';
import { hasCode } from '../app-error.ts';
import type { RulesTable } from '../delivery/rules/rules-table.ts';
import type { SceneTable } from '../library/scene-table.ts';

/** The files of one scene arrive shortly after each other; they are looked at once. */
const soonMs = 300;

/** What the telling of new scenes needs. */
export interface ArrivalsOptions {
  rules: Pick<RulesTable, 'get' | 'ofFiles'>;
  scenes: Pick<SceneTable, 'file' | 'filesOf' | 'get'>;
  /** Prepares a raster for drawing: resolves when its overviews are there. */
  prepare: (fileId: LibraryFileId) => Promise<unknown>;
  notices: Pick<Notices, 'replace'>;
  setTimer: (run: () => void, ms: number) => () => void;
  onError: (error: unknown) => void;
}

/** Returns what the notice says of one more scene: scenes come in any order, and the one to look at first is the newest. */
export function newestOf(last: Notice['data'] | null, scene: Notice['data']): Notice['data'] {
  const newest = last !== null && (last.at ?? '') > (scene.at ?? '') ? last : scene;
  return { ...newest, total: String(Number(last?.total ?? 0) + 1) };
}

/**
 * Creates what tells of scenes that rules have downloaded, if a rule says so: once all files that rules want of a scene are there
 * and can be drawn at once, a notice offers it.
 */
export function createArrivals(options: ArrivalsOptions) {
  const { rules, scenes, notices, onError } = options;
  const told = new Set<LibrarySceneId>();
  const due = new Set<LibraryFileId>();

  /** True if no rule waits for another file of the scene. */
  function isWhole(sceneId: LibrarySceneId): boolean {
    const absent = scenes.filesOf(sceneId).filter(({ path, missing }) => path === null || missing === 1);
    const open = rules.ofFiles(absent.map(({ fileId }) => fileId));
    return !open.some(({ state }) => state === 'planned' || state === 'fetching');
  }

  const wantsNotice = (fileId: LibraryFileId) =>
    rules.ofFiles([fileId]).some(({ ruleId }) => rules.get(ruleId)?.showNew === true);

  /** Prepares the rasters of a scene; returns false if it has none that can be drawn. */
  async function prepareAll(sceneId: LibrarySceneId): Promise<boolean> {
    let isDrawn = false;
    for (const { fileId, kind, path, missing } of scenes.filesOf(sceneId)) {
      if (kind !== 'raster' || path === null || missing === 1) continue;
      try {
        await options.prepare(fileId);
        isDrawn = true;
      } catch (error) {
        // One that cannot be drawn is told where it is opened.
        if (!hasCode(error, 'RASTER_UNDRAWABLE') && !hasCode(error, 'NOT_FOUND')) throw error;
      }
    }
    return isDrawn;
  }

  async function tell(sceneId: LibrarySceneId): Promise<void> {
    if (told.has(sceneId) || !isWhole(sceneId)) return;
    told.add(sceneId);
    if (!(await prepareAll(sceneId))) {
      told.delete(sceneId);
      return;
    }
    const own = scenes.get(sceneId);
    const scene = {
      librarySceneId: String(sceneId),
      name: own.taskName ?? own.sceneId,
      at: own.timestamp ?? '',
    };
    notices.replace('scenes-arrived', (last) => newestOf(last, scene));
  }

  async function tellDue(): Promise<void> {
    const files = [...due];
    due.clear();
    const wanted = files.filter(wantsNotice).map((fileId) => scenes.file(fileId).librarySceneId);
    for (const sceneId of new Set(wanted)) await tell(sceneId).catch(onError);
  }

  return {
    /** Call this when a file has its final name; it reads and writes nothing yet. */
    saved(fileId: LibraryFileId) {
      if (due.size === 0) options.setTimer(() => void tellDue().catch(onError), soonMs);
      due.add(fileId);
    },
  };
}
