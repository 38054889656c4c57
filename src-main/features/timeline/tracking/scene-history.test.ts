import { expect, it } from 'vitest';
import { importedConnectionId } from '../../../../src-preload/contract/library.ts';
import { fileOf, pageScope, sceneOf } from '../../../../testing/page/samples.ts';
import { createSceneHistory } from './scene-history.ts';

it('the history of a scene tells when its files left the disk and how, and that those on a drive that is away were saved', () => {
  const savedAt = '2026-03-02T10:30:00Z';
  const removedAt = '2026-06-01T00:00:00Z';
  const entriesOf = createSceneHistory({
    changeFeed: { timesOf: () => new Map() },
    removedFiles: () => [{ id: 7, fileName: 'a.tif', sizeBytes: 10, savedAt, how: 'deleted', removedAt }],
  });
  const scene = sceneOf({ files: [fileOf({ fileName: 'b.tif', state: 'away', savedAt })] });
  const entries = entriesOf({ ...pageScope, connectionId: importedConnectionId }, scene);
  expect(entries.map(({ kind, at, text }) => [kind, at, text.name])).toEqual([
    ['file-saved', savedAt, 'b.tif'],
    ['file-saved', savedAt, 'a.tif'],
    ['file-deleted', removedAt, 'a.tif'],
  ]);
});
