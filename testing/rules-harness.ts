import { AppError } from '../src-main/core/app-error.ts';
import type { DeliverableFile } from '../src-main/features/downloads/queue/deliverable-file.ts';
import type { ProgressListener } from '../src-main/features/downloads/queue/progress-announcer.ts';
import { createRules, type Rules } from '../src-main/features/downloads/rules/rules.ts';
import type { RulesOptions } from '../src-main/features/downloads/rules/rules-options.ts';
import { createRulesTable, rulesMigrations } from '../src-main/features/downloads/rules/rules-table.ts';
import type { Transfer } from '../src-preload/contract/delivery.ts';
import {
  type CaptureId,
  captureIdSchema,
  connectionIdSchema,
  type LibraryFileId,
  libraryFileIdSchema,
  librarySceneIdSchema,
  ruleIdSchema,
  type Scope,
  sceneIdSchema,
} from '../src-preload/contract/ids.ts';
import type { SceneDetails, SceneFile } from '../src-preload/contract/library.ts';
import type { RuleDraft } from '../src-preload/contract/rules.ts';
import { openTestStore } from './open-test-store.ts';

export const ruleScope: Scope = { connectionId: connectionIdSchema.parse('desk'), contractId: null };

/** The files of every scene, in this order. */
const sceneFiles = [
  ['attachment', 'delivery_zip', 'delivery.zip', []],
  ['attachment', 'footprint', 'footprint.kml', []],
  ['attachment', 'thumbnail', 'thumbnail.png', []],
  ['attachment', 'preview', 'preview.png', []],
  ['raster', 'visual.tif', 'visual.tif', ['red', 'green', 'blue']],
  ['raster', 'analytic.tif', 'analytic.tif', ['blue', 'green', 'red', 'nir']],
] as const;

/** Rules over a real table; captures, the queue and the disk are lists that a test moves, and time passes when told. */
export function createRulesHarness() {
  const opened = openTestStore(rulesMigrations);
  const captures = new Map<CaptureId, { project: string; scenes: SceneDetails[] }>();
  const files = new Map<LibraryFileId, DeliverableFile>();
  const queue = new Map<LibraryFileId, Transfer>();
  const listeners = new Set<ProgressListener>();
  const timers: { run: () => void; ms: number }[] = [];
  const errors: unknown[] = [];
  const asked: CaptureId[] = [];
  const downloads: { fileIds: LibraryFileId[]; folder: string | null }[] = [];
  const unpacked: LibraryFileId[] = [];
  const refreshed: Scope[] = [];
  let changes = 0;
  let fail: unknown = null;
  let failDelete: unknown = null;
  let beforeDelete: () => Promise<void> = async () => undefined;
  let rules: Rules;

  const tell: ProgressListener = (moved, removed) => {
    for (const listener of listeners) listener(moved, removed);
  };
  function transferOf(fileId: LibraryFileId, patch: Partial<Transfer> = {}): Transfer {
    const file = files.get(fileId);
    if (!file) throw new Error(`no file ${fileId}`);
    return {
      fileId,
      librarySceneId: file.librarySceneId,
      sceneName: file.sceneId,
      taskName: file.taskName,
      project: file.project,
      takenAt: file.takenAt,
      fileName: file.fileName,
      state: 'queued',
      position: 0,
      doneBytes: 0,
      totalBytes: null,
      bytesPerSecond: null,
      ranges: 0,
      attempts: 0,
      restartedBecause: null,
      error: null,
      waitsUntil: null,
      finishedAt: null,
      sha256: null,
      queuedAt: '2026-01-02T03:04:05Z',
      ...patch,
    };
  }
  const delivery: RulesOptions['delivery'] = {
    async download(fileIds, folder = null) {
      downloads.push({ fileIds: [...fileIds], folder });
      for (const id of fileIds) {
        if (!queue.has(id) && files.get(id)?.onDisk === false) queue.set(id, transferOf(id));
      }
      return [];
    },
    transfersOf: async (fileIds) => fileIds.flatMap((id) => queue.get(id) ?? []),
    async remove(fileId) {
      if (queue.delete(fileId)) tell([], [fileId]);
    },
    onProgress(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const begin = () => {
    let made = 0;
    rules = createRules({
      table: createRulesTable({ store: opened.store, now: () => new Date('2026-01-02T03:04:05Z') }),
      delivery,
      files: (ids) => ids.flatMap((id) => files.get(id) ?? []),
      published: (_scope, { project }, { after, limit }) =>
        [...captures]
          .filter(([id, capture]) => id > (after ?? '') && (!project || capture.project === project))
          .map(([id]) => id)
          .sort()
          .slice(0, limit),
      async scenes(_scope, captureId) {
        asked.push(captureId);
        if (fail !== null) throw fail;
        return captures.get(captureId)?.scenes ?? [];
      },
      refresh: async (scope) => {
        refreshed.push(scope);
      },
      async deleteFile(fileId) {
        if (failDelete !== null) throw failDelete;
        await beforeDelete();
        harness.setOnDisk(fileId, false);
        rules.deleted(fileId);
      },
      async checkFolder(folder) {
        if (folder === '/read-only')
          throw new AppError('FOLDER_NOT_WRITABLE', { path: folder, detail: 'EROFS' });
      },
      unpack: (fileId) => unpacked.push(fileId),
      changed() {
        changes += 1;
      },
      onError: (error) => errors.push(error),
      newId: () => {
        made += 1;
        return ruleIdSchema.parse(`rule-${made}`);
      },
      setTimer(run, ms) {
        const timer = { run, ms };
        timers.push(timer);
        return () => {
          const at = timers.indexOf(timer);
          if (at >= 0) timers.splice(at, 1);
        };
      },
    });
    rules.start();
    return rules;
  };

  const harness = {
    queue,
    files,
    asked,
    downloads,
    unpacked,
    refreshed,
    errors,
    /** How often it was told that something of the rules has changed. */
    changes: () => changes,
    rules: begin(),
    draft: (patch: Partial<RuleDraft> = {}): RuleDraft => ({
      name: 'Fields',
      enabled: true,
      scope: ruleScope,
      match: {},
      kinds: ['delivery_zip'],
      unpack: false,
      showNew: false,
      mostClouds: null,
      area: null,
      folder: null,
      quotaBytes: null,
      includeEarlier: false,
      ...patch,
    }),
    /** A published capture with scenes of six files each; answers the ids of its files. */
    publish(
      name: string,
      {
        project = 'Coast',
        scenes = 1,
        cloudCover = null,
        footprint = null,
      }: { project?: string; scenes?: number } & Partial<Pick<SceneDetails, 'cloudCover' | 'footprint'>> = {},
    ): LibraryFileId[] {
      const captureId = captureIdSchema.parse(name);
      const made = Array.from({ length: scenes }, (_, index): SceneDetails => {
        const librarySceneId = librarySceneIdSchema.parse(captures.size * 100 + index + 1);
        const sceneId = sceneIdSchema.parse(`${name}-${index}`);
        const list = sceneFiles.map(([kind, fileKind, fileName, bands]): SceneFile => {
          const fileId = libraryFileIdSchema.parse(files.size + 1);
          files.set(fileId, {
            fileId,
            librarySceneId,
            scope: ruleScope,
            captureId,
            sceneId,
            project,
            taskName: null,
            takenAt: null,
            satelliteName: null,
            kind,
            name: fileKind,
            fileName,
            onDisk: false,
          });
          return {
            fileId,
            kind,
            name: fileKind,
            fileName,
            bands: [...bands],
            state: 'remote',
            sizeBytes: null,
            sha256: null,
            savedAt: null,
            sameFiles: [],
          };
        });
        return {
          librarySceneId,
          sceneId,
          captureId,
          connectionId: ruleScope.connectionId,
          contractId: null,
          taskId: null,
          taskName: null,
          project,
          timestamp: null,
          period: null,
          satelliteName: null,
          productName: null,
          cloudCover,
          offNadir: null,
          sunElevation: null,
          gsd: null,
          longitude: null,
          latitude: null,
          bbox: null,
          hasThumbnail: false,
          awayFolder: null,
          filesOnDisk: 0,
          bytesOnDisk: 0,
          review: null,
          footprint,
          files: list,
          lastModified: null,
          raw: {},
        };
      });
      captures.set(captureId, { project, scenes: made });
      return made.flatMap((scene) => scene.files.map(({ fileId }) => fileId));
    },
    failScenes(error: unknown) {
      fail = error;
    },
    failDelete(error: unknown) {
      failDelete = error;
    },
    /** What happens when a file is about to be deleted; the deletion waits for it. */
    beforeDelete(run: () => Promise<void>) {
      beforeDelete = run;
    },
    setOnDisk(fileId: LibraryFileId, onDisk: boolean) {
      const file = files.get(fileId);
      if (file) files.set(fileId, { ...file, onDisk });
      for (const capture of captures.values())
        for (const scene of capture.scenes)
          for (const each of scene.files)
            if (each.fileId === fileId) each.state = onDisk ? 'on-disk' : 'remote';
    },
    /** What happens to a file in the queue. */
    async move(fileId: LibraryFileId, patch: Partial<Transfer>) {
      const moved = { ...(queue.get(fileId) ?? transferOf(fileId)), ...patch };
      queue.set(fileId, moved);
      if (patch.state === 'done') harness.setOnDisk(fileId, true);
      tell([moved], []);
      await harness.idle();
    },
    /** It is told that files have left the queue, whatever is in it by now. */
    async tellRemoved(...fileIds: LibraryFileId[]) {
      tell([], fileIds);
      await harness.idle();
    },
    /** A person takes it out. */
    async takeOut(fileId: LibraryFileId) {
      await delivery.remove(fileId);
      await harness.idle();
    },
    /** Whatever waits no longer than this is due; resolves when nothing more comes of it. */
    async passTime(ms = 1_000) {
      const due = timers.filter((timer) => timer.ms <= ms);
      for (const timer of due) timers.splice(timers.indexOf(timer), 1);
      for (const { run } of due) run();
      await harness.idle();
    },
    idle: async () => {
      for (let turn = 0; turn < 40; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    },
    async restart() {
      await harness.rules.close();
      listeners.clear();
      timers.length = 0;
      opened.reopen();
      harness.rules = begin();
      await harness.idle();
    },
    async end() {
      await harness.rules.close();
      opened.remove();
    },
  };
  return harness;
}

export type RulesHarness = ReturnType<typeof createRulesHarness>;
