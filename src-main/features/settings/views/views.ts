import { z } from 'zod';
import { type ViewId, viewIdSchema } from '../../../../src-preload/contract/ids.ts';
import {
  mostViews,
  type SavedView,
  savedViewSchema,
  type ViewContent,
} from '../../../../src-preload/contract/views.ts';
import { AppError } from '../../../core/app-error.ts';
import { jsonColumn, readableRows } from '../../../store/readable-rows.ts';
import type { Store } from '../../../store/store.ts';

const storedView = savedViewSchema.extend({ content: jsonColumn.pipe(savedViewSchema.shape.content) });
const idRow = z.object({ viewId: viewIdSchema });
const countRow = z.object({ n: z.number() });
const select = 'SELECT view_id AS viewId, list, name, content, updated_at AS updatedAt FROM saved_view';

/** Returns a name for comparison: case, and spaces at its ends, make no difference. */
const foldedName = (name: string) => name.trim().normalize('NFC').toLocaleLowerCase('en');

interface ViewsOptions {
  store: Store;
  now: () => Date;
  newId: () => string;
  /** Called when views have changed. */
  onChange: () => void;
}

/** Creates the saved views of this computer; they belong to no contract. */
export function createViews({ store, now, newId, onChange }: ViewsOptions) {
  function get(viewId: ViewId): SavedView {
    const view = store.get(storedView, `${select} WHERE view_id = :viewId`, { viewId });
    if (view === undefined) throw new AppError('NOT_FOUND', { what: `view ${viewId}` });
    return view;
  }

  function idOfName(list: string, name: string): ViewId | null {
    const sql = 'SELECT view_id AS viewId FROM saved_view WHERE list = :list AND folded = :folded';
    return store.get(idRow, sql, { list, folded: foldedName(name) })?.viewId ?? null;
  }

  return {
    list(): SavedView[] {
      const { rows } = readableRows(store, storedView, select);
      return rows.sort((one, other) =>
        one.list === other.list ? one.name.localeCompare(other.name) : one.list < other.list ? -1 : 1,
      );
    },
    /** Stores a view, in place of one with the same list and name. @throws CONFLICT if there are too many. */
    save(list: string, name: string, content: ViewContent): SavedView {
      const viewId = store.transaction(() => {
        const existing = idOfName(list, name);
        const count = store.get(countRow, 'SELECT count(*) AS n FROM saved_view')?.n ?? 0;
        if (existing === null && count >= mostViews)
          throw new AppError('CONFLICT', { detail: 'too-many-views' });
        const id = existing ?? viewIdSchema.parse(newId());
        store.run(
          `INSERT INTO saved_view VALUES (:id, :list, :name, :folded, :content, :at)
           ON CONFLICT (view_id) DO UPDATE SET name = :name, content = :content, updated_at = :at`,
          {
            id,
            list,
            name,
            folded: foldedName(name),
            content: JSON.stringify(content),
            at: now().toISOString(),
          },
        );
        return id;
      });
      onChange();
      return get(viewId);
    },
    rename(viewId: ViewId, name: string): SavedView {
      store.transaction(() => {
        const other = idOfName(get(viewId).list, name);
        if (other !== null && other !== viewId) throw new AppError('CONFLICT', { detail: 'view-name', name });
        store.run('UPDATE saved_view SET name = :name, folded = :folded WHERE view_id = :viewId', {
          viewId,
          name,
          folded: foldedName(name),
        });
      });
      onChange();
      return get(viewId);
    },
    /** Removes a view; lists that show it stay as they are. */
    remove(viewId: ViewId) {
      store.run('DELETE FROM saved_view WHERE view_id = :viewId', { viewId });
      onChange();
      return null;
    },
  };
}
