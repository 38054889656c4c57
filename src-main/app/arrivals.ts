import type { Notice } from '../../src-preload/contract/app.ts';
import type { LibraryFileId, LibrarySceneId } from '../../src-preload/contract/ids.ts';
import { hasCode } from '../core/app-error.ts';
import type { RulesTable } from '../features/downloads/rules/rules-table.ts';
import type { SceneTable } from '../features/library/scene-table.ts';
import type { Notices } from '../features/support/notices.ts';

/** The files of one scene arrive shortly after each other; they are checked together. */
const checkAfterMs = 300;

/** What `createArrivals` needs. */
export interface ArrivalsOptions {
  rules: Pick<RulesTable, 'get' | 'ofFiles'>;
  scenes: Pick<SceneTable, 'file' | 'filesOf' | 'get'>;
  /** Prepares a raster for drawing; resolves when its overviews are built. */
  prepare: (fileId: LibraryFileId) => Promise<unknown>;
  notices: Pick<Notices, 'replace'>;
  setTimer: (run: () => void, ms: number) => () => void;
  onError: (error: unknown) => void;
}

/** Returns the data of the notice with one more scene; it names the newest scene, whatever the order of arrival. */
export function noticeWithScene(last: Notice['data'] | null, scene: Notice['data']): Notice['data'] {
  const newest = last !== null && (last.at ?? '') > (scene.at ?? '') ? last : scene;
  return { ...newest, total: String(Number(last?.total ?? 0) + 1) };
}

/**
 * Creates the notices of scenes that rules have downloaded, for rules that ask for them. A scene is reported once all files of it
 * that rules want are on disk and can be drawn without delay.
 */
export function createArrivals(options: ArrivalsOptions) {
  const { rules, scenes, notices, onError } = options;
  const notified = new Set<LibrarySceneId>();
  const pendingFiles = new Set<LibraryFileId>();

  /** Returns true if no rule waits for another file of the scene. */
  function isComplete(sceneId: LibrarySceneId): boolean {
    const absent = scenes.filesOf(sceneId).filter(({ path, missing }) => path === null || missing === 1);
    const open = rules.ofFiles(absent.map(({ fileId }) => fileId));
    return !open.some(({ state }) => state === 'planned' || state === 'fetching');
  }

  const isNoticeWanted = (fileId: LibraryFileId) =>
    rules.ofFiles([fileId]).some(({ ruleId }) => rules.get(ruleId)?.showNew === true);

  /** Prepares the rasters of a scene; returns false if it has none that can be drawn. */
  async function prepareAll(sceneId: LibrarySceneId): Promise<boolean> {
    let canBeDrawn = false;
    for (const { fileId, kind, path, missing } of scenes.filesOf(sceneId)) {
      if (kind !== 'raster' || path === null || missing === 1) continue;
      try {
        await options.prepare(fileId);
        canBeDrawn = true;
      } catch (error) {
        // Why a raster cannot be drawn is shown where it is opened.
        if (!hasCode(error, 'RASTER_UNDRAWABLE') && !hasCode(error, 'NOT_FOUND')) throw error;
      }
    }
    return canBeDrawn;
  }

  async function notify(sceneId: LibrarySceneId): Promise<void> {
    if (notified.has(sceneId) || !isComplete(sceneId)) return;
    notified.add(sceneId);
    if (!(await prepareAll(sceneId))) {
      notified.delete(sceneId);
      return;
    }
    const details = scenes.get(sceneId);
    const scene = {
      librarySceneId: String(sceneId),
      name: details.taskName ?? details.sceneId,
      at: details.timestamp ?? '',
    };
    notices.replace('scenes-arrived', (last) => noticeWithScene(last, scene));
  }

  async function notifyPending(): Promise<void> {
    const files = [...pendingFiles];
    pendingFiles.clear();
    const wanted = files.filter(isNoticeWanted).map((fileId) => scenes.file(fileId).librarySceneId);
    for (const sceneId of new Set(wanted)) await notify(sceneId).catch(onError);
  }

  return {
    /** Notes a file that was saved, to be checked a moment later; it does not use the store or the disk now. */
    saved(fileId: LibraryFileId) {
      if (pendingFiles.size === 0) options.setTimer(() => void notifyPending().catch(onError), checkAfterMs);
      pendingFiles.add(fileId);
    },
  };
}
