import { isAbsolute, join } from 'node:path';
import type { FileOwners } from '../src-main/core/file-claims.ts';
import { type ConnectionFacts, createCatalogScenes } from '../src-main/features/library/catalog-scenes.ts';
import { createFileOwners } from '../src-main/features/library/file-owners.ts';
import { createDisk, type Disk } from '../src-main/features/library/holdings/disk/disk.ts';
import type { HoldingsTable } from '../src-main/features/library/holdings/holdings-table.ts';
import { createRecordedClaims } from '../src-main/features/library/recorded-claims.ts';
import type { Store } from '../src-main/store/store.ts';
import { holdingsInProcess } from './holdings-in-process.ts';

/** Whose files are, by a database and a library folder, within this process. Without a table no item is known to be one's own. */
export function createTestOwners({
  store,
  library,
  table,
  disk = createDisk(),
  connection = () => null,
  onError = () => undefined,
}: {
  store: Store;
  library: string;
  table?: Pick<HoldingsTable, 'itemOf' | 'release'>;
  disk?: Disk;
  connection?: (id: string) => ConnectionFacts | null;
  onError?: (error: unknown) => void;
}): FileOwners {
  const described = createCatalogScenes({ store, connection });
  const thread = holdingsInProcess(disk);
  return createFileOwners({
    recorded: createRecordedClaims({ store }),
    beside: (question) => thread.ask({ ask: 'claims', ...question }),
    library: () => library,
    absolute: (path) => (isAbsolute(path) ? path : join(library, path)),
    sourceOf: (sceneRow) => described.get(library, sceneRow)?.source ?? null,
    itemOf: (sceneRow) => table?.itemOf(library, sceneRow) ?? null,
    release: (sceneRow, path) => table?.release(sceneRow, path),
    onError,
  });
}
