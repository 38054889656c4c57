import {
  type PlaceId,
  type PreparedId,
  preparedIdSchema,
  type Scope,
  type TemplateId,
} from '../../../src-preload/contract/ids.ts';
import { patternProblem, readNamePattern } from '../../../src-preload/contract/name-pattern.ts';
import type { Place, PlaceList } from '../../../src-preload/contract/place-values.ts';
import {
  mostPrepared,
  type PreparedChange,
  type PreparedPatch,
} from '../../../src-preload/contract/prepared.ts';
import { AppError } from '../../core/app-error.ts';
import { inSlices } from '../../core/in-slices.ts';
import { preparedOf, templateValues } from './prepare-places.ts';
import { patchedImage, readPreparedImage } from './prepared-image.ts';
import type { createPreparedRows } from './prepared-rows.ts';
import type { RowChange } from './prepared-step-entries.ts';
import { patternFields, type TemplateStore } from './template-store.ts';

/** The options of `createPreparedChanges`. */
export interface PreparedChangesOptions {
  rows: Pick<ReturnType<typeof createPreparedRows>, 'count' | 'ids' | 'text'>;
  templates: Pick<TemplateStore, 'get'>;
  places: {
    /** Returns these places in this order; those that do not exist are left out. */
    byIds: (placeIds: readonly PlaceId[]) => Promise<Place[]>;
    lists: () => Promise<PlaceList[]>;
  };
  now: () => Date;
  newId: () => string;
}

const placesAtOnce = 500;
/** Creates the functions that return the changes of rows which an edit is to make. They store nothing. */
export function createPreparedChanges({ rows, templates, places, now, newId }: PreparedChangesOptions) {
  async function loadPlaces(placeIds: readonly PlaceId[]): Promise<Place[]> {
    const loaded: Place[] = [];
    for (let from = 0; from < placeIds.length; from += placesAtOnce)
      loaded.push(...(await places.byIds(placeIds.slice(from, from + placesAtOnce))));
    return loaded;
  }

  /** Throws CONFLICT if a contract would have too many rows. */
  function assertRoom(scope: Scope, added: number) {
    if (rows.count(scope) + added > mostPrepared)
      throw new AppError('CONFLICT', { detail: 'too-many-prepared' });
  }

  function patchOf(scope: Scope, preparedId: PreparedId, patch: PreparedPatch, version: number): RowChange {
    const stored = rows.text(scope, preparedId);
    if (stored === null) throw new AppError('NOT_FOUND', { what: `prepared ${preparedId}` });
    const image = readPreparedImage(stored.image);
    if (stored.version !== version)
      throw new AppError('CONFLICT', { detail: 'row-changed', name: image.values.name });
    const after = JSON.stringify(patchedImage(image, patch));
    return { preparedId, seq: stored.seq, before: stored.image, after };
  }

  function removalOf(scope: Scope, preparedId: PreparedId): RowChange[] {
    const stored = rows.text(scope, preparedId);
    return stored === null ? [] : [{ preparedId, seq: stored.seq, before: stored.image, after: null }];
  }

  return {
    assertRoom,
    /**
     * Returns the rows that a template makes of places; places that do not exist are left out. Throws CONFLICT if they would be too
     * many, INVALID_INPUT if the name pattern of the template does not fit the places.
     */
    async additions(
      scope: Scope,
      templateId: TemplateId,
      placeIds: readonly PlaceId[],
    ): Promise<RowChange[]> {
      const template = templates.get(templateId);
      const { namePattern } = template.content;
      const [loaded, lists] = await Promise.all([loadPlaces(placeIds), places.lists()]);
      assertRoom(scope, loaded.length);
      const attributes = [...new Set(loaded.flatMap((place) => Object.keys(place.attributes)))];
      const problem = patternProblem(namePattern, attributes);
      if (problem !== null && loaded.length > 0)
        throw new AppError('INVALID_INPUT', { fields: patternFields(problem) });
      const pattern = readNamePattern(namePattern);
      const parts = 'parts' in pattern ? pattern.parts : [];
      const values = templateValues(template, now().getTime());
      const listNames = new Map(lists.map(({ listId, name }) => [listId, name]));
      return inSlices(loaded, (place, i): RowChange => {
        const listName = listNames.get(place.listId) ?? '';
        const image = preparedOf({ template, parts, values, place, listName, number: i + 1 });
        const preparedId = preparedIdSchema.parse(newId());
        return { preparedId, seq: null, before: null, after: JSON.stringify(image) };
      });
    },
    /** Returns the changes of an edit. Throws NOT_FOUND or CONFLICT if a row is gone or has another version. */
    async edits(scope: Scope, changes: readonly PreparedChange[]): Promise<RowChange[]> {
      const all = await inSlices(changes, (change) =>
        change.do === 'remove'
          ? removalOf(scope, change.preparedId)
          : [patchOf(scope, change.preparedId, change.patch, change.version)],
      );
      return all.flat();
    },
    /** Returns the removals of all rows of a contract. */
    async removals(scope: Scope): Promise<RowChange[]> {
      const all = await inSlices(rows.ids(scope), (preparedId) => removalOf(scope, preparedId));
      return all.flat();
    },
  };
}
