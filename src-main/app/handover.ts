import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { packageIdSchema } from '../../src-preload/contract/handover.ts';
import { authorName } from '../core/author-name.ts';
import { contentHash } from '../core/content-hash.ts';
import type { Implementer } from '../core/implementer.ts';
import { createHandedMaps } from '../features/maps/handed-maps.ts';
import { createHandedDrafts } from '../features/outbox/handed-drafts.ts';
import type { HandedOver } from '../features/outbox/sent-elsewhere.ts';
import type { AcceptPorts } from '../features/packages/accept-package.ts';
import { createApprovals } from '../features/packages/approvals.ts';
import { createHandover } from '../features/packages/handover.ts';
import { handoverProcedures } from '../features/packages/handover-procedures.ts';
import { createHandoverRecordTable } from '../features/packages/handover-record-table.ts';
import { startHandoverThread } from '../features/packages/handover-thread.ts';
import { createHandedTemplates } from '../features/plan/handed-templates.ts';
import { instanceIdOf } from '../store/instance-id.ts';
import { databaseFileName } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';
import type { Lists } from './list-reader.ts';
import type { MapsModule } from './maps.ts';
import type { OutboxModule } from './outbox.ts';
import type { PlacesModule } from './places.ts';
import type { Scopes } from './scopes.ts';
import type { TemplatesModule } from './templates.ts';

interface HandoverModuleOptions {
  context: AppContext;
  store: Store;
  lists: Pick<Lists, 'places'>;
  scopes: Pick<Scopes, 'contractName'>;
  places: Pick<PlacesModule, 'acceptHanded'>;
  templates: Pick<TemplatesModule, 'prepared' | 'putHanded' | 'list'>;
  outbox: Pick<OutboxModule, 'putHanded' | 'changed'>;
  maps: Pick<MapsModule, 'maps'>;
}

/**
 * Creates the function by which the outbox asks since when others have a draft, and who has sent it; null for a draft that was
 * never handed over.
 */
export function createHandedOver({ store, folder, now }: { store: Store; folder: string; now: () => Date }) {
  const records = createHandoverRecordTable({ store });
  const instance = instanceIdOf(folder, now);
  return (id: string): HandedOver | null => {
    const since = records.since(id);
    if (since === null) return null;
    const sent = records.sentBy(id).find((each) => each.instance !== instance);
    return {
      sinceMs: Date.parse(since),
      sent: sent === undefined ? null : { by: sent.by, at: sent.at, remoteId: sent.remoteId },
    };
  };
}

/** Creates the function that returns the hash of the content of a draft or prepared row; null if there is none with this id. */
function createContentHash({ store }: { store: Store }) {
  const drafts = createHandedDrafts({ store });
  const prepared = createHandedTemplates({ store });
  return (id: string): string | null => {
    const found = drafts.draft(id) ?? prepared.prepared(id);
    return found && contentHash(found.content);
  };
}

/**
 * Creates the functions that are called when drafts are sent: `assertApproved` rejects with NOT_APPROVED if `isRequired` and an approval is
 * missing; `carryApprovals` is called when prepared rows have become commands of the same ids, and the rows are still there.
 */
export function createApprovalGuard({ store, isRequired }: { store: Store; isRequired: () => boolean }) {
  const records = createHandoverRecordTable({ store });
  const { assertApproved } = createApprovals({ records, contentHash: createContentHash({ store }) });
  const drafts = createHandedDrafts({ store });
  const prepared = createHandedTemplates({ store });
  return {
    async assertApproved(ids: readonly string[]): Promise<void> {
      if (isRequired()) await assertApproved(ids);
    },
    carryApprovals(ids: readonly string[]) {
      for (const id of ids) {
        const [row, command] = [prepared.prepared(id), drafts.draft(id)];
        if (row && command)
          records.carryApproval(id, { from: contentHash(row.content), to: contentHash(command.content) });
      }
    },
  };
}

/** Returns the functions that move the files of accepted maps into a folder of the data folder and store the maps. */
function mapsPort(
  folder: string,
  { maps }: Pick<MapsModule, 'maps'>,
  onChange: () => void,
): AcceptPorts['maps'] {
  return {
    async read(changes) {
      const moved: string[] = [];
      const takeBack = async () => {
        for (const path of moved) await rm(path, { force: true });
      };
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const handed = [];
        for (const { id, content, path } of changes) {
          if (content === null) continue;
          // The same map may be accepted again later.
          const kept =
            path === null ? null : join(folder, `${id}-${randomUUID().slice(0, 8)}${extname(path)}`);
          if (path !== null && kept !== null) {
            await rename(path, kept);
            moved.push(kept);
          }
          handed.push({ id, content, path: kept });
        }
        const rows = await maps.readHanded(handed);
        return {
          put() {
            maps.addHanded(rows);
            if (rows.length > 0) onChange();
          },
          takeBack,
        };
      } catch (error) {
        await takeBack();
        throw error;
      }
    },
  };
}

/** Creates the packages that pass between computers. */
export function createHandoverModule(options: HandoverModuleOptions) {
  const { context, store, lists, scopes, places, templates, outbox, maps } = options;
  const { folder, now, publish, platform } = context;
  const author = authorName();
  const records = createHandoverRecordTable({ store });
  const drafts = createHandedDrafts({ store });
  const prepared = createHandedTemplates({ store });
  const handedMaps = createHandedMaps({ store, folder });
  const packages = join(folder, 'packages');
  const worker = () =>
    new Worker(new URL(`./handover-worker${extname(import.meta.url)}`, import.meta.url), {
      workerData: { path: join(folder, databaseFileName), folder },
      // A hostile package can crash this thread only.
      resourceLimits: { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 64 },
    });
  const ports: AcceptPorts = {
    places,
    prepared: {
      async accept(scope, changes, onBegin) {
        for (const each of prepared.changesOf(scope, changes))
          await templates.prepared.acceptHanded(each.scope, each.changes, onBegin);
      },
      takeBack: async (stepId) => {
        await templates.prepared.takeBack(stepId);
      },
    },
    templates: {
      put(changes) {
        templates.putHanded(changes);
        if (changes.length > 0) publish('templates');
      },
    },
    drafts: {
      put(scope, changes) {
        outbox.putHanded(scope, changes);
        outbox.changed(scope);
      },
    },
    maps: mapsPort(join(folder, 'maps', 'handed'), maps, () => publish('maps')),
  };
  const handover = createHandover({
    records,
    ports,
    now,
    folder: packages,
    author: () => author,
    onError: context.onError('handover'),
    instance: instanceIdOf(folder, now),
    application: platform.version,
    startThread: (onProgress) => startHandoverThread(worker, onProgress),
    sentFromHere: (id) => drafts.draft(id)?.sent ?? null,
    preparedIds: prepared.preparedIds,
    contentHash: createContentHash({ store }),
    contractName: scopes.contractName,
    newId: () => packageIdSchema.parse(randomUUID()),
    onChange: () => publish('handover'),
  });
  return {
    close: handover.close,
    procedures: (os: Implementer) => ({
      handover: handoverProcedures(os, {
        handover,
        contractName: scopes.contractName,
        offer: {
          lists: () => lists.places.lists(),
          templates: () => templates.list().templates,
          prepared: prepared.preparedCount,
          drafts: drafts.draftCount,
          maps: handedMaps.offered,
        },
      }),
    }),
  };
}
