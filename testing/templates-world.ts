import { randomUUID } from 'node:crypto';
import { templatesDomain } from '../src-main/app/templates-domain.ts';
import { placesDomain } from '../src-main/features/places/places-domain.ts';
import { createPrepared } from '../src-main/features/plan/prepared.ts';
import { createTemplateStore } from '../src-main/features/plan/template-store.ts';
import type { Store } from '../src-main/store/store.ts';
import type { PlaceId, Scope, SubmissionId } from '../src-preload/contract/ids.ts';
import type { CommandInput } from '../src-preload/contract/outbox.ts';
import type { PreparedPatch, PreparedRow } from '../src-preload/contract/prepared.ts';
import { skuOf } from '../src-preload/contract/sku-catalogue.ts';
import type { Client } from '../src-preload/contract/tasking.ts';
import { createPlacesWorld, placeAt } from './places-world.ts';
import { checkedAt } from './prepared-rows.ts';
import { testScope } from './task-rows.ts';

/** Puts commands into an outbox together with what is stored alongside. */
type AddReleased = (
  scope: Scope,
  commands: readonly { input: CommandInput; id: string }[],
  alongside: () => void,
) => { ids: SubmissionId[] };

interface TemplatesWorldOptions {
  clients?: readonly Client[];
  /** Returns the outbox over a database; a list in memory if it is left out. */
  addReleased?: (store: Store) => AddReleased;
  /** A database with the tables of all domains. */
  opened: Parameters<typeof createPlacesWorld>[0];
  onChange?: () => void;
}

/** Templates and prepared rows over a real database, with places; the queries of lists run in the thread of the test. */
export function createTemplatesWorld({
  clients = [],
  addReleased,
  opened,
  onChange = () => undefined,
}: TemplatesWorldOptions) {
  const places = createPlacesWorld(opened, onChange);
  const sent: CommandInput[] = [];
  const errors: unknown[] = [];
  const now = () => new Date(checkedAt);
  const flags = { ids: () => [], sceneIds: () => [] };
  const terms = { products: [], clients: [...clients], addedSkus: [] };
  /** Called before each slice of commands is stored. */
  let beforeSlice: () => void = () => undefined;
  let changes = 0;

  const begin = (store: Store) => {
    const queries = templatesDomain.listQueries({ store, now, flags, folder: null });
    const placeQueries = placesDomain.listQueries({ store });
    const attributes = async () => placeQueries.facets({}).attributes.map(({ name }) => name);
    const countChange = () => {
      changes += 1;
      onChange();
    };
    const common = { store, now, author: () => 'ada', newId: randomUUID, onChange: countChange };
    const templates = createTemplateStore({ ...common, attributes });
    const inMemory: AddReleased = (_scope, commands, alongside) => {
      store.transaction(alongside);
      sent.push(...commands.map(({ input }) => input));
      return { ids: [] };
    };
    const add = addReleased?.(store) ?? inMemory;
    const prepared = createPrepared({
      ...common,
      templates,
      places: { byIds: async (ids) => placeQueries.byIds([...ids]), lists: async () => placeQueries.lists() },
      check: async (scope) => queries.ready(scope, terms),
      requestContext: () => ({ clients, skuOf: (code) => skuOf(code, []) }),
      assertApproved: async () => undefined,
      carryApprovals: () => undefined,
      addReleased(scope, commands, alongside) {
        beforeSlice();
        return add(scope, commands, alongside);
      },
      onError: (error) => errors.push(error),
    });
    return { store, queries, templates, prepared };
  };

  let world = begin(opened.store);
  const scope = testScope;
  const rows = (): PreparedRow[] => world.queries.page(scope, { offset: 0, limit: 500 }).rows;
  return {
    scope,
    terms,
    get queries() {
      return world.queries;
    },
    sent,
    errors,
    places,
    get store() {
      return world.store;
    },
    get templates() {
      return world.templates;
    },
    get prepared() {
      return world.prepared;
    },
    get changes() {
      return changes;
    },
    beforeSlice(run: () => void) {
      beforeSlice = run;
    },
    rows,
    names: () => rows().map(({ values }) => values.name),
    check: () => world.queries.check(scope, terms),
    /** Makes a list with so many places in a row, with an id each. */
    async addPlaces(count: number, fields: Record<string, unknown> = {}): Promise<PlaceId[]> {
      const listId = await places.places.createList({ name: 'North' });
      const at = (n: number) =>
        placeAt(10 + n / 50, 48, { name: `Plot ${n}`, attributes: { id: `P-${n}` }, ...fields });
      return places.add(listId, ...Array.from({ length: count }, (_, n) => at(n + 1)));
    },
    /** Changes a row as a step. */
    change: (row: PreparedRow, patch: PreparedPatch) =>
      world.prepared.edit(scope, 'change', [
        { do: 'update', preparedId: row.preparedId, version: row.version, patch },
      ]),
    undo() {
      const { undo } = world.prepared.history(scope);
      if (undo === null) throw new Error('nothing to undo');
      return world.prepared.undo(scope, undo.stepId);
    },
    redo() {
      const { redo } = world.prepared.history(scope);
      if (redo === null) throw new Error('nothing to do again');
      return world.prepared.redo(scope, redo.stepId);
    },
    /** Opens the database again as after the end of the program. */
    async restart() {
      await places.restart();
      world = begin(places.store);
    },
    async end() {
      await world.prepared.close();
      await places.end();
    },
  };
}
