// A process that fetches one file through the real line and says what becomes of it, to be run under a tracer that lets
// its disk fail: `queue-process.ts <data folder> <library> <origin>`. Its waits are a hundredth of the real ones.

import { createDelivery } from '../src-main/features/downloads/queue/delivery.ts';
import { deliveryMigrations } from '../src-main/features/downloads/queue/delivery-migrations.ts';
import { createTransferTable } from '../src-main/features/downloads/queue/transfer-table.ts';
import { openStore } from '../src-main/store/open-store.ts';
import { captureIdSchema, libraryFileIdSchema, librarySceneIdSchema } from '../src-preload/contract/ids.ts';
import { makeLinkFetcher } from './make-link-fetcher.ts';

const [folder = '', library = '', origin = ''] = process.argv.slice(2);
const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);
const now = () => new Date();
const store = openStore({ folder, migrations: deliveryMigrations, now, onQuarantined: say });
const table = createTransferTable({ store, now });
const { connectionId, fetcher } = makeLinkFetcher(origin);
const fileId = libraryFileIdSchema.parse(1);
let last = '';

const delivery = createDelivery({
  table,
  files: (ids) =>
    ids.map((id) => ({
      fileId: id,
      librarySceneId: librarySceneIdSchema.parse(1),
      scope: { connectionId, contractId: null },
      captureId: captureIdSchema.parse('capture'),
      sceneId: 'scene',
      project: 'Fields',
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
  folder: () => library,
  instance: 'one',
  saved: (_id, saved) => say({ saved }),
  changed() {
    const row = table.get(fileId);
    const told = JSON.stringify({ state: row?.state, error: row?.error });
    if (told !== last) process.stdout.write(`${told}\n`);
    last = told;
    if (row?.state === 'done' || row?.state === 'failed') process.exit(0);
  },
  onError: (error) => say({ defect: String(error) }),
  setTimer(run, ms) {
    const timer = setTimeout(run, ms / 100);
    return () => clearTimeout(timer);
  },
  now: Date.now,
  random: () => 0,
});
await delivery.download([fileId]);
