import { randomUUID } from 'node:crypto';
import type { Implementer } from '../core/implementer.ts';
import { createViews } from '../features/settings/views/views.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';

interface ViewsModuleOptions {
  context: Pick<AppContext, 'now' | 'publish'>;
  store: Store;
}

/** Creates the saved views of lists. */
export function createViewsModule({ context, store }: ViewsModuleOptions) {
  const { now, publish } = context;
  const views = createViews({ store, now, newId: randomUUID, onChange: () => publish('views') });
  return {
    procedures: (os: Implementer) => ({
      views: {
        list: os.views.list.handler(() => views.list()),
        save: os.views.save.handler(({ input }) => views.save(input.list, input.name, input.content)),
        rename: os.views.rename.handler(({ input }) => views.rename(input.viewId, input.name)),
        remove: os.views.remove.handler(({ input }) => views.remove(input.viewId)),
      },
    }),
  };
}
