import { rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { makeFolderOfOneScene, openAppIn } from '../../testing/app-of-one-scene.ts';

async function open() {
  const { folder } = makeFolderOfOneScene('nadir-empty-files-');
  const { app, client } = await openAppIn(folder);
  onTestFinished(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return client;
}

it.each([
  ['empty', 0],
  ['file-large', 2_147_483_648],
])('a package whose file cannot be one is refused with the reason: %s', async (reason, sizeBytes) => {
  const client = await open();
  await expect(client.handover.receive({ fileName: 'ana.nadir', sizeBytes })).rejects.toMatchObject({
    code: 'PACKAGE_REFUSED',
    data: { fileName: 'ana.nadir', reason },
  });
});

it('an empty file is told as such wherever the page sends one: as a scene and as a map', async () => {
  const client = await open();
  const scene = await client.sceneImports.beginCopy({ name: 'a.tif', sizeBytes: 0 });
  const { importId } = await client.sceneImports.readCopies({ copyIds: [scene.copyId] });
  await expect
    .poll(async () => (await client.sceneImports.list())[0]?.state, { timeout: 20_000 })
    .toBe('ready');
  const { rows } = await client.sceneImports.rows({ importId, offset: 0, limit: 5 });
  expect(rows).toMatchObject([{ label: 'a.tif', problem: 'empty' }]);

  const map = await client.maps.beginCopy({ name: 'a.mbtiles', sizeBytes: 0 });
  await expect(client.maps.finishCopy({ copyId: map.copyId })).rejects.toMatchObject({
    code: 'MAP_UNUSABLE',
    data: { name: 'a.mbtiles', reason: 'file-empty' },
  });
});
