// Downloads as the application does, in a process of its own: `nadir-child.ts <folder> <origin> <names.json> <connections> <files at once> [<look ms>]`.
// With the last one it ends after so long and says how its memory grew.
// Says on standard output how long it took and what it used.
import '../../src-main/host/wide-thread-pool.ts';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeliverableFile } from '../../src-main/features/downloads/queue/deliverable-file.ts';
import { createDelivery } from '../../src-main/features/downloads/queue/delivery.ts';
import { deliveryMigrations } from '../../src-main/features/downloads/queue/delivery-migrations.ts';
import { createTransferTable } from '../../src-main/features/downloads/queue/transfer-table.ts';
import { openStore } from '../../src-main/store/open-store.ts';
import {
  captureIdSchema,
  type LibraryFileId,
  libraryFileIdSchema,
  librarySceneIdSchema,
} from '../../src-preload/contract/ids.ts';
import { makeLinkFetcher } from '../../testing/make-link-fetcher.ts';

const [folder = '', origin = '', namesPath = '', connections = '4', filesAtOnce = '4', sampleMs = ''] =
  process.argv.slice(2);
const names: string[] = JSON.parse(readFileSync(namesPath, 'utf8'));
const now = () => new Date();
const library = join(folder, 'library');
mkdirSync(library, { recursive: true });
const store = openStore({ folder, migrations: deliveryMigrations, now, onQuarantined: () => undefined });
const table = createTransferTable({ store, now });
const { connectionId, fetcher, close } = makeLinkFetcher(origin);

function fileOf(index: number, name: string): [LibraryFileId, DeliverableFile] {
  const fileId = libraryFileIdSchema.parse(index + 1);
  const small = name.startsWith('s/');
  return [
    fileId,
    {
      fileId,
      librarySceneId: librarySceneIdSchema.parse(1 + (index >> 2)),
      scope: { connectionId, contractId: null },
      captureId: captureIdSchema.parse('capture'),
      sceneId: small ? `scene-${index >> 2}` : 'scene',
      project: 'Bench',
      taskName: null,
      takenAt: null,
      satelliteName: null,
      kind: 'attachment',
      name: small ? (['thumbnail', 'preview', 'footprint', 'metadata'][index % 4] ?? name) : name,
      fileName: name.replaceAll('/', '-'),
      onDisk: false,
    },
  ];
}
const files = new Map<LibraryFileId, DeliverableFile>(names.map((name, index) => fileOf(index, name)));
const wanted = [...files.keys()];
/** Fetched before the clock starts: an application that runs has its threads, and its code is compiled. */
const warmName = 'warm';
const [warmId, warmFile] = fileOf(names.length + 3, warmName);
files.set(warmId, warmFile);
const addresses = new Map(
  [...files.values()].map(({ fileId, librarySceneId, name }) => [
    `${librarySceneId} ${name}`,
    `${origin}/${names[fileId - 1] ?? warmName}`,
  ]),
);
let left = wanted.length;
let warmed: () => void = () => undefined;
const warming = new Promise<void>((resolve) => {
  warmed = resolve;
});
let ended = false;
const delivery = createDelivery({
  table,
  files: (ids) => ids.flatMap((id) => files.get(id) ?? []),
  links: {
    link: async ({ scene, name }) => addresses.get(`${scene} ${name}`) ?? origin,
  },
  fetcher,
  folder: () => library,
  instance: 'bench',
  saved(fileId) {
    if (fileId === warmId) warmed();
    else left -= 1;
  },
  // After the commit that says it is done.
  changed() {
    if (left === 0) void end();
  },
  onError(error) {
    throw error;
  },
  now: Date.now,
  random: Math.random,
  limits: () => ({
    bytesPerSecond: null,
    connectionsPerFile: Number(connections),
    filesAtOnce: Number(filesAtOnce),
  }),
});

const rssBefore = process.memoryUsage.rss();
const goesOn = table.openIds().length > 0;
if (!goesOn) {
  await delivery.download([warmId]);
  await warming;
}
const started = performance.now();
const cpu = process.cpuUsage();
if (goesOn) delivery.start();
else await delivery.download(wanted);

async function end() {
  if (ended) return;
  ended = true;
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  await delivery.close();
  await close();
  store.close();
  process.stdout.write(
    `${JSON.stringify({ ms, processorMs: (user + system) / 1_000, beforeBytes: rssBefore })}\n`,
  );
}

if (sampleMs !== '') {
  let peak = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
    if (performance.now() - started < Number(sampleMs)) return;
    clearInterval(sampling);
    const { running, doneBytes } = delivery.summary();
    ended = true;
    process.stdout.write(
      `${JSON.stringify({ running, doneBytes, beforeBytes: rssBefore, grownBytes: peak - rssBefore })}\n`,
      () => process.exit(0),
    );
  }, 50);
}

process.once('exit', () => {
  if (ended) return;
  process.stderr.write(
    `${JSON.stringify(table.tally())} ${JSON.stringify(table.rowsOf(wanted.slice(0, 1)))}\n`,
  );
  process.exitCode = 1;
});
