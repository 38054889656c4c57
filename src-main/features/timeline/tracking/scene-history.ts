import type { Scope } from '../../../../src-preload/contract/ids.ts';
import {
  importedConnectionId,
  type SceneDetails,
  type SceneFile,
} from '../../../../src-preload/contract/library.ts';
import type { HistoryEntry, Subject } from '../../../../src-preload/contract/tracking.ts';
import { type EntrySources, historyEntry } from './history-entry.ts';
import type { RemovedFile } from './history-sources.ts';

/** Returns the entries that a file was saved, and that it left the disk: for whoever keeps an archive the latter counts most. */
function removedEntries(
  { id, fileName, sizeBytes, savedAt, how, removedAt }: RemovedFile,
  subjects: Subject[],
): HistoryEntry[] {
  const text = { name: fileName, bytes: sizeBytes ?? 0 };
  const fields = { source: 'here' as const, text, subjects };
  const gone = historyEntry({
    ...fields,
    key: `removed ${id}`,
    kind: `file-${how}`,
    at: removedAt,
    observedAt: removedAt,
  });
  if (savedAt === null) return [gone];
  const saved = historyEntry({
    ...fields,
    key: `saved ${id}`,
    kind: 'file-saved',
    at: savedAt,
    observedAt: savedAt,
  });
  return [saved, gone];
}

/** Returns the entry that a file was saved, or that it is missing. */
const fileEntry =
  (kind: 'file-saved' | 'file-missing', subjects: Subject[]) =>
  (file: SceneFile): HistoryEntry =>
    historyEntry({
      key: `file ${file.fileId}`,
      kind,
      at: file.savedAt,
      observedAt: file.savedAt,
      source: 'here',
      text: { name: file.fileName, bytes: file.sizeBytes ?? 0 },
      subjects,
    });

/** Creates the function that returns when a scene was listed, and when its files were saved and left the disk. */
export function createSceneHistory({
  changeFeed,
  removedFiles,
}: Pick<EntrySources, 'changeFeed' | 'removedFiles'>) {
  return (scope: Scope, scene: SceneDetails): HistoryEntry[] => {
    const id = String(scene.librarySceneId);
    const subjects: Subject[] = [{ kind: 'scene', librarySceneId: scene.librarySceneId }];
    if (scene.captureId !== null) subjects.push({ kind: 'capture', captureId: scene.captureId });
    // Thumbnails are downloaded automatically, for the lists.
    const files = scene.files.filter(({ name }) => name !== 'thumbnail');
    const filesIn = (wanted: readonly SceneFile['state'][]) =>
      files.filter(({ state }) => wanted.includes(state));
    const listed = () =>
      historyEntry({
        key: `scene ${id}`,
        kind: 'scene-listed',
        // The service sets this time when it publishes a scene; later changes move it.
        at: scene.lastModified,
        observedAt: changeFeed.timesOf(scope, 'scene', id).get('seen') ?? null,
        source: 'v1',
        text: { name: scene.sceneId },
        subjects,
      });
    return [
      // No service has listed an imported scene.
      ...(scope.connectionId === importedConnectionId ? [] : [listed()]),
      // A file whose drive is away was saved all the same.
      ...filesIn(['on-disk', 'away']).map(fileEntry('file-saved', subjects)),
      ...removedFiles(scene.librarySceneId).flatMap((file) => removedEntries(file, subjects)),
      ...filesIn(['missing']).map(fileEntry('file-missing', subjects)),
    ];
  };
}
