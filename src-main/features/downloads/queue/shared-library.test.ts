import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { libraryFileIdSchema } from '../../../../src-preload/contract/ids.ts';
import { createDeliveryHarness, type DeliveryHarness } from '../../../../testing/delivery-harness.ts';
import { type FileServer, serveBytes, startFileServer } from '../../../../testing/file-server.ts';
import { createRasterWorkerClient } from '../../../raster/raster-worker-client.ts';
import { instanceIdOf } from '../../../store/instance-id.ts';

const [ours, theirs] = [randomBytes(400_000), randomBytes(400_000)];
const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const id = libraryFileIdSchema.parse(1);
let server: FileServer;
let library: string;
let harnesses: DeliveryHarness[];
beforeEach(async () => {
  server = await startFileServer();
  library = mkdtempSync(join(tmpdir(), 'nadir-shared-'));
  harnesses = [];
});
afterEach(async () => {
  for (const harness of harnesses) await harness.end();
  await server.close();
  rmSync(library, { recursive: true, force: true });
});

function begin(instance: string): DeliveryHarness {
  const harness = createDeliveryHarness(server.origin, { folder: () => library, instance });
  harnesses.push(harness);
  return harness;
}

/** Pauses a transfer with half of the file on disk. */
async function half(harness: DeliveryHarness, name: string, bytes: Buffer) {
  server.answer((exchange) => serveBytes(exchange, bytes, { holdAfter: 200_000 }));
  harness.add(1, { sceneId: name, fileName: `${name}.bin` });
  await harness.delivery.download([id]);
  await harness.until(() => harness.delivery.summary().doneBytes >= 200_000);
  harness.delivery.pause(id);
  await harness.until(() => harness.table().get(id)?.doneBytes === 200_000);
}

async function finish(harness: DeliveryHarness, bytes: Buffer) {
  server.answer((exchange) => serveBytes(exchange, bytes));
  harness.delivery.resume(id);
  await harness.until(() => harness.state(1) === 'done');
  const saved = harness.saved.get(1);
  return [saved?.sha256, sum(readFileSync(saved?.path ?? ''))];
}

it('two Nadirs at one library, each with a row of the same number: each brings its own file', async () => {
  const [one, other] = [begin('a'), begin('b')];
  await half(one, 'ours', ours);
  await half(other, 'theirs', theirs);
  expect(await finish(one, ours)).toEqual([sum(ours), sum(ours)]);
  expect(await finish(other, theirs)).toEqual([sum(theirs), sum(theirs)]);
  // Neither started again from the first byte.
  expect(server.requests.map(({ range }) => range)).toEqual([null, null, 'bytes=200000-', 'bytes=200000-']);
});

it('goes on with what an older version began; what is not its own it leaves where it lies', async () => {
  const harness = begin('a');
  const older = join(library, '.partial', '1.part');
  await half(harness, 'ours', ours);
  renameSync(join(library, '.partial', 'a-1.part'), older);
  expect(await finish(harness, ours)).toEqual([sum(ours), sum(ours)]);
  expect([server.requests.at(-1)?.range, existsSync(older)]).toEqual(['bytes=200000-', false]);

  const other = begin('b');
  await half(other, 'theirs', theirs);
  rmSync(join(library, '.partial', 'b-1.part'));
  writeFileSync(older, ours);
  expect(await finish(other, theirs)).toEqual([sum(theirs), sum(theirs)]);
  expect([server.requests.at(-1)?.range, readFileSync(older).equals(ours)]).toEqual([null, true]);
});

it('a data folder keeps its name, and each has another', () => {
  const [one, other] = ['one', 'other'].map((name) => join(library, name));
  for (const folder of [one, other]) mkdirSync(folder ?? '');
  const now = () => new Date();
  const first = instanceIdOf(one ?? '', now);
  expect(first).toMatch(/^[0-9a-f]{12}$/);
  expect(instanceIdOf(one ?? '', now)).toBe(first);
  expect(instanceIdOf(other ?? '', now)).not.toBe(first);
  const paths = [first, 'b'].map((instance) =>
    createRasterWorkerClient({ folder: () => library, instance }).displayPath(id),
  );
  expect(paths[0]).not.toBe(paths[1]);
});
