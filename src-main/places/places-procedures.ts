import { AppError } from '../app-error.ts';
import type { Implementer } from '../implementer.ts';
import type { AsyncQueries } from '../store/async-queries.ts';
import type { Places } from './places.ts';
import type { PlaceListQueries } from './places-domain.ts';

interface PlacesProcedureDeps {
  places: Places;
  /** The queries that the thread of lists runs. */
  queries: AsyncQueries<PlaceListQueries>;
}

/** The procedures of places and their lists. */
export function placesProcedures(os: Implementer, { places, queries }: PlacesProcedureDeps) {
  const { places: of } = os;
  const step = async (promise: ReturnType<Places['finishImport']>) => ({ step: await promise });
  return {
    lists: of.lists.handler(() => queries.lists()),
    createList: of.createList.handler(async ({ input }) => ({ listId: await places.createList(input) })),
    changeList: of.changeList.handler(({ input }) => step(places.changeList(input.listId, input.patch))),
    removeList: of.removeList.handler(({ input }) => step(places.removeList(input.listId))),
    orderLists: of.orderLists.handler(({ input }) => {
      places.orderLists(input.listIds);
      return null;
    }),
    showList: of.showList.handler(({ input }) => {
      places.showList(input.listId, input.visible);
      return null;
    }),
    page: of.page.handler(({ input }) => queries.page(input)),
    position: of.position.handler(({ input }) => queries.position(input)),
    ids: of.ids.handler(({ input }) => queries.ids(input)),
    facets: of.facets.handler(({ input }) => queries.facets(input.filter)),
    onMap: of.onMap.handler(({ input }) => queries.onMap(input.filter)),
    get: of.get.handler(async ({ input }) => {
      const [place] = await queries.byIds([input.placeId]);
      if (place === undefined) throw new AppError('NOT_FOUND', { what: `place ${input.placeId}` });
      return place;
    }),
    some: of.some.handler(({ input }) => queries.byIds(input.placeIds)),
    exportPage: of.exportPage.handler(({ input }) => queries.exportPage(input)),
    edit: of.edit.handler(({ input }) => places.edit(input.as, input.changes)),
    changeAll: of.changeAll.handler(({ input }) => step(places.changeAll(input.placeIds, input.change))),
    beginImport: of.beginImport.handler(({ input }) => places.beginImport(input.list)),
    addToImport: of.addToImport.handler(async ({ input }) => {
      await places.addToImport(input.importId, input.places);
      return { added: input.places.length };
    }),
    finishImport: of.finishImport.handler(({ input }) => step(places.finishImport(input.importId))),
    cancelImport: of.cancelImport.handler(async ({ input }) => {
      await places.cancelImport(input.importId);
      return null;
    }),
    countMatches: of.countMatches.handler(async ({ input }) => {
      const { cells, places: count } = await queries.matches(input);
      return { cells, places: count };
    }),
    replace: of.replace.handler(({ input }) => step(places.replace(input))),
    duplicates: of.duplicates.handler(({ input }) => queries.duplicates(input)),
    merge: of.merge.handler(({ input }) => step(places.merge(input.groups))),
    history: of.history.handler(() => places.history()),
    undo: of.undo.handler(async ({ input }) => ({ skipped: await places.swap(input.stepId, 'undo') })),
    redo: of.redo.handler(async ({ input }) => ({ skipped: await places.swap(input.stepId, 'redo') })),
  };
}
