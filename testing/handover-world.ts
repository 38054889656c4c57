import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { allMigrations } from '../src-main/app/all-migrations.ts';
import { createHandoverItems } from '../src-main/app/handover-items.ts';
import { readZip } from '../src-main/features/downloads/archives/read-zip.ts';
import { createCommandTable } from '../src-main/features/outbox/command-table.ts';
import { putHandedDrafts } from '../src-main/features/outbox/handed-drafts.ts';
import { type AcceptPorts, createAcceptPackage } from '../src-main/features/packages/accept-package.ts';
import { createHandoverRecordTable } from '../src-main/features/packages/handover-record-table.ts';
import { createHandoverWork, type HandoverWork } from '../src-main/features/packages/work.ts';
import { createHandedTemplates, putHandedTemplates } from '../src-main/features/plan/handed-templates.ts';
import type { AsyncQueries } from '../src-main/store/async-queries.ts';
import type { PackageChoice } from '../src-preload/contract/handover.ts';
import { placeListIdSchema, submissionIdSchema, templateIdSchema } from '../src-preload/contract/ids.ts';
import type { TaskRequest } from '../src-preload/contract/task-request.ts';
import { openMemoryStore } from './page/memory-store.ts';
import { sampleTask } from './sample-task.ts';
import { createTemplatesWorld } from './templates-world.ts';

const idRow = z.object({ id: z.string() });

/** The functions of the thread, in the thread of the test. */
function asking(work: HandoverWork): AsyncQueries<HandoverWork>;
function asking(work: HandoverWork): object {
  const asked =
    (name: string | symbol) =>
    async (...args: unknown[]) => {
      const method: unknown = Reflect.get(work, name);
      if (typeof method !== 'function') throw new Error(`there is no ${String(name)}`);
      // What crosses to a thread is cloned.
      return structuredClone(await Reflect.apply(method, work, structuredClone(args)));
    };
  // A promise must not take it for another promise.
  return new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : asked(name)) });
}

/** A data folder in memory that makes, opens and accepts packages; `name` is that of its user. */
export function createHandoverWorld(name: string) {
  const opened = openMemoryStore(allMigrations);
  const world = createTemplatesWorld({ opened });
  const { store } = opened;
  const folder = mkdtempSync(join(tmpdir(), 'nadir-handover-'));
  const records = createHandoverRecordTable({ store });
  const table = createCommandTable(store);
  const items = createHandoverItems({ store, folder });
  const prepared = createHandedTemplates({ store });
  let at = Date.parse('2026-03-01T12:00:00Z');
  const now = () => {
    at += 1_000;
    return new Date(at);
  };
  const common = { store, now, author: () => name };
  const ports: AcceptPorts = {
    places: world.places.places,
    prepared: {
      async accept(scope, changes, onBegin) {
        for (const each of prepared.changesOf(scope, changes))
          await world.prepared.acceptHanded(each.scope, each.changes, onBegin);
      },
      takeBack: async (stepId) => {
        await world.prepared.takeBack(stepId);
      },
    },
    templates: { put: (changes) => putHandedTemplates(common, changes) },
    drafts: {
      put: (scope, changes) =>
        putHandedDrafts({ ...common, table, contractName: () => 'North' }, scope, changes),
    },
    maps: { read: async () => ({ put: () => undefined, takeBack: async () => undefined }) },
  };
  const acceptance = createAcceptPackage({ records, ports, now, instance: name });
  const work = () =>
    asking(
      createHandoverWork({
        items,
        readDirectory: readZip,
        newId: randomUUID,
        onProgress: () => undefined,
        signal: new AbortController().signal,
      }),
    );
  const all = (): PackageChoice => ({
    listIds: idsOf('list').map((id) => placeListIdSchema.parse(id)),
    templateIds: idsOf('template').map((id) => templateIdSchema.parse(id)),
    prepared: true,
    drafts: true,
    mapIds: [],
  });

  /** The ids of everything of a kind that is here, in an order that does not depend on the ids, which are random. */
  function idsOf(kind: 'list' | 'place' | 'template' | 'prepared' | 'draft'): string[] {
    const sql = {
      list: 'SELECT list_id AS id FROM place_list ORDER BY position, name',
      place: 'SELECT place_id AS id FROM place ORDER BY seq',
      template: 'SELECT template_id AS id FROM template ORDER BY created_at, content',
      prepared: 'SELECT prepared_id AS id FROM prepared ORDER BY seq',
      draft: `SELECT id FROM command WHERE state = 'draft' ORDER BY seq`,
    }[kind];
    return store.all(idRow, sql).map(({ id }) => id);
  }

  return {
    name,
    store,
    world,
    records,
    table,
    items,
    ids: idsOf,
    acceptance,
    ports,
    work,
    /** Makes a package of everything, or of what is chosen; returns its path. */
    async make(choice: PackageChoice = all()): Promise<string> {
      const path = join(folder, `${randomUUID()}.nadir`);
      const making = work();
      const head = {
        packageId: randomUUID(),
        madeAt: now().toISOString(),
        maker: name,
        note: '',
        instance: name,
        contractName: 'North',
        application: '0.1.0',
      };
      await making.make({ path, folder: join(folder, 'making'), head, choice, scope: world.scope });
      const acceptanceId = records.begin({
        packageId: head.packageId,
        direction: 'made',
        person: name,
        at: head.madeAt,
      });
      records.addItems(acceptanceId, await making.nextRecords(1_000_000));
      for (const { id, events } of await making.nextEvents(1_000_000))
        records.addEvents(acceptanceId, id, events);
      records.complete(acceptanceId);
      return path;
    },
    /** Opens a package and compares it. */
    async open(path: string) {
      const opening = work();
      await opening.open({ path, fileName: 'test.nadir', folder: join(folder, randomUUID()) });
      return opening;
    },
    accept: (opening: AsyncQueries<HandoverWork>) =>
      acceptance.accept({ work: opening, scope: world.scope, person: name }),
    addDraft(fields: Partial<TaskRequest> = {}): string {
      const id = submissionIdSchema.parse(randomUUID());
      const request = { ...sampleTask, ...fields };
      table.add({
        id,
        scope: world.scope,
        contractName: 'North',
        createdAt: now().toISOString(),
        input: { kind: 'task', request },
      });
      return id;
    },
    async end() {
      await world.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A data folder that makes, opens and accepts packages. */
export type HandoverWorld = ReturnType<typeof createHandoverWorld>;
