import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { expect, it, onTestFinished } from 'vitest';
import { captureIdSchema } from '../../src-preload/contract/ids.ts';
import { makeConnection } from '../../testing/make-connection.ts';
import { makeMemoryKeychain } from '../../testing/memory-keychain.ts';
import { sendJson, startScriptedServer } from '../../testing/scripted-server.ts';
import { writeZip } from '../../testing/write-zip.ts';
import { createApp } from './create-app.ts';

it('an archive that has arrived is unpacked beside itself, shown, and told apart from other files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nadir-unpack-app-'));
  mkdirSync(join(folder, 'renderer'));
  const own = await startScriptedServer();
  const shown: string[] = [];
  const app = await createApp({
    environment: { NADIR_PRACTICE: 'none' },
    platform: {
      host: 'loopback',
      version: '0',
      dataFolder: folder,
      rendererFolder: join(folder, 'renderer'),
      loadKeychain: async () => makeMemoryKeychain().keychain,
      systemProxy: async () => null,
      revealInFolder: async (path) => void shown.push(path),
    },
  });
  onTestFinished(async () => {
    await app.close();
    await own.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const zip = writeZip([{ name: 'S/visual.tif', data: Buffer.from('II*pixels'), method: 8 }]);
  own.play((request, response) => {
    if (request.path.startsWith('/files/'))
      return response
        .writeHead(200, { 'content-type': 'application/octet-stream' })
        .end(request.path.includes('zip') ? zip : 'notes');
    if (request.path.includes('/scenes/')) {
      const attachment = (name: string, file: string) => ({
        name,
        file_name: file,
        url: `${own.origin()}/files/${file}?token=t`,
      });
      const attachments = [attachment('delivery_zip', 'S.zip'), attachment('report', 'notes.txt')];
      return sendJson(response, {
        count: 1,
        next: null,
        results: [{ scene_id: 'S', attachments, rasters: [] }],
      });
    }
    return sendJson(response, {
      token: 'legacy-token',
      access_token: 'a-token',
      expires_in: 600,
      results: [],
    });
  });

  const client = createRouterClient(app.router);
  const { addresses } = makeConnection(own.origin());
  const { id } = await client.connections.add({ name: 'Desk', credentialKind: 'legacy', addresses });
  await client.connections.setCredentials({ id, clientId: 'c', clientSecret: 'secret-1', sessionOnly: true });
  const scope = { connectionId: id, contractId: null };
  const [scene] = await client.library.refreshCapture({ scope, captureId: captureIdSchema.parse('capture') });
  const fileOf = (name: string) => {
    const file = scene?.files.find((each) => each.name === name);
    if (!file) throw new Error(`no ${name}`);
    return file.fileId;
  };
  const [archive, notes] = [fileOf('delivery_zip'), fileOf('report')];
  await expect(client.delivery.unpack({ fileId: archive })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await client.delivery.download({ fileIds: [archive, notes] });
  await expect
    .poll(async () => (await client.delivery.done({ offset: 0, limit: 5 })).total, { timeout: 15_000 })
    .toBe(2);

  expect(await client.delivery.unpacked({ fileId: archive })).toBeNull();
  const unpacked = await client.delivery.unpack({ fileId: archive });
  const sha256 = createHash('sha256').update('II*pixels').digest('hex');
  expect(unpacked.files).toEqual([{ name: 'S/visual.tif', sizeBytes: 9, sha256 }]);
  // It is a raster of the scene now, like one that was downloaded by itself.
  const ofScene = async () => {
    const [now] = await client.library.ofCapture({ scope, captureId: captureIdSchema.parse('capture') });
    return now?.files.filter(({ kind }) => kind === 'raster') ?? [];
  };
  expect(await ofScene()).toMatchObject([
    { name: 'delivery_zip/S/visual.tif', fileName: 'visual.tif', state: 'on-disk', sizeBytes: 9, sha256 },
  ]);
  await client.delivery.unpack({ fileId: archive });
  const [raster] = await ofScene();
  expect(await ofScene()).toHaveLength(1);
  expect(readFileSync(join(unpacked.folder, 'S/visual.tif'), 'utf8')).toBe('II*pixels');
  expect(await client.delivery.unpacked({ fileId: archive })).toEqual(unpacked);
  await client.app.revealFile({ fileId: archive, unpacked: true });
  await client.app.revealFile({ fileId: archive });
  expect(shown).toEqual([unpacked.folder, `${unpacked.folder}.zip`]);
  await expect(client.delivery.unpack({ fileId: notes })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(existsSync(`${unpacked.folder} (2)`)).toBe(false);
  // No service can send it again, so nothing is left of it when it is deleted.
  if (raster === undefined) throw new Error('no raster');
  await client.library.deleteFile({ fileId: raster.fileId, permanently: true });
  expect(await ofScene()).toEqual([]);
});
