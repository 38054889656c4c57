import { z } from 'zod';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { type TaskRow, type TaskSort, taskRowSchema } from '../../../src-preload/contract/tasking.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import { selectedAs } from '../../store/list-declaration.ts';
import { readableItems, readJson } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';

/** A row of the task table as lists show it, without the name of its product. */
export const storedTaskRowSchema = taskRowSchema.omit({ productName: true });
type StoredTaskRow = z.infer<typeof storedTaskRowSchema>;

const productsRow = z.object({ products: z.string() });
const productItem = z.object({ pk: z.number(), name: z.string() });

/** The column of each field of `storedTaskRowSchema`. */
export const taskColumns: Record<keyof StoredTaskRow, string> = {
  taskId: 'task_id',
  name: 'name',
  project: 'project',
  status: 'status',
  statusKind: 'status_kind',
  productPk: 'product',
  client: 'client',
  priority: 'priority',
  longitude: 'longitude',
  latitude: 'latitude',
  start: 'start_at',
  end: 'end_at',
  createdTime: 'created_at',
  expectedAge: 'expected_age',
  captureCount: 'capture_count',
  publishedCount: 'published_count',
  capturesReadAt: 'captures_read_at',
  goneAt: 'gone_at',
};

/** What each order of the list sorts by. */
export const taskSorts: Record<TaskSort, string> = {
  created: 'created_at',
  name: 'name COLLATE NOCASE',
  start: 'start_at',
  end: 'end_at',
  status: 'status_kind',
  project: 'project COLLATE NOCASE',
  client: 'client COLLATE NOCASE',
  priority: 'priority',
  captures: 'capture_count',
};

/** The SELECT list for rows of `storedTaskRowSchema`. */
export const selectedTaskColumns = selectedAs(taskColumns);

/**
 * Creates the function that adds product names to rows of one scope, from the stored products of that scope; null if the product is
 * not among them.
 */
export function createProductNaming(store: Pick<Store, 'get'>) {
  return (scope: Scope, rows: readonly StoredTaskRow[]): TaskRow[] => {
    const stored = store.get(
      productsRow,
      `SELECT products FROM tasking_reference WHERE ${inScope}`,
      scopeParams(scope),
    );
    const products = readableItems(productItem, readJson(stored?.products));
    const names = new Map(products.map((product) => [product.pk, product.name]));
    return rows.map((row) => ({
      ...row,
      productName: row.productPk === null ? null : (names.get(row.productPk) ?? null),
    }));
  };
}
