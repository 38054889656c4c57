// A process that fetches one file and can be killed at any moment: `transfer-process.ts <folder> <origin> <totalBytes>`.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createDelivery } from '../src-main/features/downloads/queue/delivery.ts';
import { deliveryMigrations } from '../src-main/features/downloads/queue/delivery-migrations.ts';
import { createTransferTable } from '../src-main/features/downloads/queue/transfer-table.ts';
import { openStore } from '../src-main/store/open-store.ts';
import { sizeOf } from '../src-main/transfer/storage/journal.ts';
import { captureIdSchema, libraryFileIdSchema, librarySceneIdSchema } from '../src-preload/contract/ids.ts';
import { makeLinkFetcher } from './make-link-fetcher.ts';

const [folder = '', origin = ''] = process.argv.slice(2);
const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);
const now = () => new Date();
const store = openStore({ folder, migrations: deliveryMigrations, now, onQuarantined: say });
const table = createTransferTable({ store, now });
const { connectionId, fetcher } = makeLinkFetcher(origin);
const fileId = libraryFileIdSchema.parse(1);
// As the first start does; a library folder that is not there later is waited for.
mkdirSync(join(folder, 'library'), { recursive: true });

let noted = 0;
const delivery = createDelivery({
  table: {
    ...table,
    journal(id, journal, note) {
      table.journal(id, journal, note);
      noted = sizeOf(journal.blocks);
    },
    inOneCommit(work, lasting) {
      table.inOneCommit(work, lasting);
      // Not before the commit: until then nothing is promised.
      say({ journal: noted });
    },
  },
  files: (ids) =>
    ids.map((id) => ({
      fileId: id,
      librarySceneId: librarySceneIdSchema.parse(1),
      scope: { connectionId, contractId: null },
      captureId: captureIdSchema.parse('capture'),
      sceneId: 'scene',
      project: null,
      taskName: null,
      takenAt: null,
      satelliteName: null,
      kind: 'attachment',
      name: 'big',
      fileName: 'big.bin',
      onDisk: false,
    })),
  links: { link: async () => `${origin}/big` },
  fetcher,
  folder: () => join(folder, 'library'),
  instance: 'one',
  saved(_id, saved) {
    say({ saved });
  },
  changed() {
    if (table.get(fileId)?.state === 'done') process.exit(0);
  },
  onError: (error) => say({ error: String(error) }),
  now: Date.now,
  random: Math.random,
});
if (table.get(fileId)) delivery.start();
else await delivery.download([fileId]);
