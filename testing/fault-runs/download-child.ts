// A session that may be killed at any moment: `download-child.ts <folder> <plan.json>`. Goes on with what the one before left,
// ends by itself when all is done, and says on standard output what it has promised, after the commit.
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../src-main/core/app-error.ts';
import {
  createUnpackTable,
  unpackMigrations,
} from '../../src-main/features/downloads/archives/unpack-table.ts';
import { createUnpacking } from '../../src-main/features/downloads/archives/unpacking.ts';
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
import { makeLinkFetcher } from '../make-link-fetcher.ts';
import { planSchema, savedMigrations, savedSchema } from './download-plan.ts';

const [folder = '', planPath = ''] = process.argv.slice(2);
const { origin, names, die } = planSchema.parse(JSON.parse(readFileSync(planPath, 'utf8')));
const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);
const now = () => new Date();

const library = join(folder, 'library');
mkdirSync(library, { recursive: true });
const store = openStore({
  folder,
  migrations: [...deliveryMigrations, ...unpackMigrations, ...savedMigrations],
  now,
  onQuarantined: (path) => say({ defect: `kept aside: ${path}` }),
});
const table = createTransferTable({ store, now });
const unpackTable = createUnpackTable({ store, now });
const { connectionId, fetcher } = makeLinkFetcher(origin);

let passes = 0;
/** Dies at the moment that was drawn, or shortly after. */
function pass(moment: string) {
  if (die?.moment !== moment) return;
  passes += 1;
  if (passes !== die.time) return;
  const end = () => process.kill(process.pid, 'SIGKILL');
  if (die.afterMs === 0) end();
  else setTimeout(end, die.afterMs);
}

const fileIds = names.map((_, index) => libraryFileIdSchema.parse(index + 1));
const nameOf = (fileId: LibraryFileId) => names[fileId - 1] ?? '';
const savedAt = (fileId: LibraryFileId) =>
  store.get(savedSchema, 'SELECT path, sha256 FROM torture_saved WHERE file_id = :fileId', { fileId });
const told = new Set<LibraryFileId>();
const unpacked = new Set<LibraryFileId>();

const unpacking = createUnpacking({
  claimsOn: async () => new Map(),
  forget: unpackTable.clear,
  table: {
    ...unpackTable,
    begin(...args) {
      unpackTable.begin(...args);
      pass('unpack');
    },
    placing(...args) {
      unpackTable.placing(...args);
      pass('unpack-placing');
    },
    finish(fileId) {
      pass('unpack-moved');
      unpackTable.finish(fileId);
    },
  },
  archive(fileId) {
    const saved = savedAt(fileId);
    if (!saved) throw new AppError('NOT_FOUND', { what: nameOf(fileId) });
    return { path: saved.path, fileName: nameOf(fileId), sha256: saved.sha256 };
  },
  failed: (fileName) => say({ defect: `not unpacked: ${fileName}` }),
  changed: () => check(),
  onError: (error) => say({ defect: String(error) }),
});

const delivery = createDelivery({
  table: {
    ...table,
    inOneCommit(work, lasting) {
      table.inOneCommit(work, lasting);
      pass('commit');
    },
    setPlace(...args) {
      table.setPlace(...args);
      // The group's commit follows; the moves come after it.
      setImmediate(() => pass('placing'));
    },
    finish(...args) {
      pass('moved');
      table.finish(...args);
    },
  },
  files: (ids) =>
    ids.map((fileId) => ({
      fileId,
      librarySceneId: librarySceneIdSchema.parse(1),
      scope: { connectionId, contractId: null },
      captureId: captureIdSchema.parse('capture'),
      sceneId: 'scene',
      project: null,
      taskName: null,
      takenAt: null,
      satelliteName: null,
      kind: 'attachment',
      name: nameOf(fileId).endsWith('.zip') ? 'delivery_zip' : nameOf(fileId),
      fileName: nameOf(fileId),
      onDisk: savedAt(fileId) !== undefined,
    })),
  links: { link: async ({ name }) => `${origin}/${name === 'delivery_zip' ? 'delivery.zip' : name}` },
  fetcher,
  folder: () => library,
  instance: 'one',
  saved(fileId, { path, sha256 }) {
    store.run('INSERT OR REPLACE INTO torture_saved VALUES (:fileId, :path, :sha256)', {
      fileId,
      path,
      sha256,
    });
  },
  changed: () => check(),
  onError: (error) => say({ defect: String(error) }),
  now: Date.now,
  random: Math.random,
});

function check() {
  let left = 0;
  for (const row of table.rowsOf(fileIds)) {
    if (row.state === 'failed') say({ defect: `failed: ${nameOf(row.fileId)} ${JSON.stringify(row.error)}` });
    if (row.state !== 'done') {
      left += 1;
      continue;
    }
    if (!told.has(row.fileId)) {
      told.add(row.fileId);
      say({ done: row.fileId, sha256: row.sha256 });
      if (nameOf(row.fileId).endsWith('.zip')) unpacking.want(row.fileId);
    }
    if (!nameOf(row.fileId).endsWith('.zip') || unpacked.has(row.fileId)) continue;
    const unpack = unpackTable.get(row.fileId);
    if (unpack?.doneAt && unpack.folder !== null) {
      unpacked.add(row.fileId);
      say({ unpacked: join(dirname(savedAt(row.fileId)?.path ?? ''), unpack.folder) });
    } else left += 1;
  }
  if (left === 0) void end();
}

let ended = false;
async function end() {
  if (ended) return;
  ended = true;
  say({ all: true });
  await delivery.close();
  await unpacking.close();
  store.close();
  process.exit(0);
}

say({ ready: z.number().parse(process.pid) });
unpacking.start();
if (table.allIds().length > 0) delivery.start();
else await delivery.download(fileIds);
check();
// Nothing else may hold it: it ends when all is done, or when it is killed.
setInterval(() => undefined, 60_000);
