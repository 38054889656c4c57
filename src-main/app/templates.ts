import { randomUUID } from 'node:crypto';
import type { PreparedId, Scope } from '../../src-preload/contract/ids.ts';
import { skuOf } from '../../src-preload/contract/sku-catalogue.ts';
import type { Implementer } from '../core/implementer.ts';
import type { Outbox } from '../features/outbox/outbox.ts';
import { type HandedTemplateChange, putHandedTemplates } from '../features/plan/handed-templates.ts';
import { createPrepared } from '../features/plan/prepared.ts';
import { createTemplateStore } from '../features/plan/template-store.ts';
import { templatesProcedures } from '../features/plan/templates-procedures.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';
import type { Lists } from './list-reader.ts';
import { createPersonName } from './person-name.ts';
import type { SettingsModule } from './settings.ts';
import type { TasksModule } from './tasks.ts';

interface TemplatesModuleOptions {
  context: Pick<AppContext, 'now' | 'publish' | 'onError'>;
  store: Store;
  lists: Pick<Lists, 'places' | 'templates'>;
  settings: Pick<SettingsModule, 'get'>;
  tasks: Pick<TasksModule, 'reference'>;
  outbox: Pick<Outbox, 'addReleased'>;
  /** Rejects with NOT_APPROVED if the settings require an approval that one of these rows does not have. */
  assertApproved: (ids: readonly PreparedId[]) => Promise<void>;
  /** Called within the transaction in which these rows have become commands. */
  carryApprovals: (ids: readonly PreparedId[]) => void;
}

/** Creates the templates of this computer, and the tasks and orders that are prepared with them. */
export function createTemplatesModule(options: TemplatesModuleOptions) {
  const { context, store, lists, settings, tasks, outbox } = options;
  const { now, publish } = context;
  const author = createPersonName({ store });
  const attributes = async () => (await lists.places.facets({})).attributes.map(({ name }) => name);
  const addedSkus = () => settings.get().orderSkus;
  const terms = (scope: Scope) => {
    const { products, clients } = tasks.reference.read(scope);
    return { products, clients, addedSkus: addedSkus() };
  };
  const common = { store, now, author, newId: randomUUID };
  const templates = createTemplateStore({ ...common, attributes, onChange: () => publish('templates') });
  const prepared = createPrepared({
    ...common,
    templates,
    places: { byIds: (placeIds) => lists.places.byIds([...placeIds]), lists: () => lists.places.lists() },
    check: (scope) => lists.templates.ready(scope, terms(scope)),
    requestContext(scope) {
      const skus = addedSkus();
      return { clients: tasks.reference.read(scope).clients, skuOf: (code) => skuOf(code, skus) };
    },
    addReleased: outbox.addReleased,
    assertApproved: options.assertApproved,
    carryApprovals: options.carryApprovals,
    onChange: () => publish('prepared'),
    onError: context.onError('templates'),
  });
  return {
    prepared,
    list: templates.list,
    /** Stores templates from a package, within a transaction of the caller. */
    putHanded: (changes: readonly HandedTemplateChange[]) =>
      putHandedTemplates({ store, now, author }, changes),
    close: prepared.close,
    procedures: (os: Implementer) =>
      templatesProcedures(os, { templates, prepared, queries: lists.templates, terms, attributes }),
  };
}

/** The module of templates. */
export type TemplatesModule = ReturnType<typeof createTemplatesModule>;
