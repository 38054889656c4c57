import { AppError } from '../../core/app-error.ts';
import type { Implementer } from '../../core/implementer.ts';
import type { AsyncQueries } from '../../store/async-queries.ts';
import type { Places } from './places.ts';
import type { PlaceListQueries } from './places-domain.ts';

interface PlacesProcedureDeps {
  places: Places;
  /** The queries that the thread of lists runs. */
  queries: AsyncQueries<PlaceListQueries>;
}

/** The procedures of places and their lists. */
export function placesProcedures(os: Implementer, { places, queries }: PlacesProcedureDeps) {
  const { places: contract } = os;
  const step = async (promise: ReturnType<Places['finishImport']>) => ({ step: await promise });
  return {
    lists: contract.lists.handler(() => queries.lists()),
    createList: contract.createList.handler(async ({ input }) => ({
      listId: await places.createList(input),
    })),
    changeList: contract.changeList.handler(({ input }) =>
      step(places.changeList(input.listId, input.patch)),
    ),
    removeList: contract.removeList.handler(({ input }) => step(places.removeList(input.listId))),
    orderLists: contract.orderLists.handler(({ input }) => {
      places.orderLists(input.listIds);
      return null;
    }),
    showList: contract.showList.handler(({ input }) => {
      places.showList(input.listId, input.visible);
      return null;
    }),
    page: contract.page.handler(({ input }) => queries.page(input)),
    position: contract.position.handler(({ input }) => queries.position(input)),
    ids: contract.ids.handler(({ input }) => queries.ids(input)),
    facets: contract.facets.handler(({ input }) => queries.facets(input.filter)),
    onMap: contract.onMap.handler(({ input }) => queries.onMap(input.filter)),
    get: contract.get.handler(async ({ input }) => {
      const [place] = await queries.byIds([input.placeId]);
      if (place === undefined) throw new AppError('NOT_FOUND', { what: `place ${input.placeId}` });
      return place;
    }),
    some: contract.some.handler(({ input }) => queries.byIds(input.placeIds)),
    exportPage: contract.exportPage.handler(({ input }) => queries.exportPage(input)),
    edit: contract.edit.handler(({ input }) => places.edit(input.as, input.changes)),
    changeAll: contract.changeAll.handler(({ input }) =>
      step(places.changeAll(input.placeIds, input.change)),
    ),
    beginImport: contract.beginImport.handler(({ input }) => places.beginImport(input.list)),
    addToImport: contract.addToImport.handler(async ({ input }) => {
      await places.addToImport(input.importId, input.places);
      return { added: input.places.length };
    }),
    finishImport: contract.finishImport.handler(async ({ input: { importId } }) => {
      const target = places.importTarget(importId);
      const finished = await places.finishImport(importId);
      return { step: finished, repeated: await queries.repeated(target) };
    }),
    cancelImport: contract.cancelImport.handler(async ({ input }) => {
      await places.cancelImport(input.importId);
      return null;
    }),
    countMatches: contract.countMatches.handler(async ({ input }) => {
      const { cells, places: count } = await queries.matches(input);
      return { cells, places: count };
    }),
    replace: contract.replace.handler(({ input }) => step(places.replace(input))),
    duplicates: contract.duplicates.handler(({ input }) => queries.duplicates(input)),
    merge: contract.merge.handler(({ input }) => step(places.merge(input.groups))),
    history: contract.history.handler(() => places.history()),
    undo: contract.undo.handler(async ({ input }) => ({ skipped: await places.swap(input.stepId, 'undo') })),
    redo: contract.redo.handler(async ({ input }) => ({ skipped: await places.swap(input.stepId, 'redo') })),
  };
}
