import { z } from 'zod';
import { type PreparedId, preparedIdSchema, type Scope } from '../../../src-preload/contract/ids.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import { jsonColumn, readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import type { IdentifiedImage } from './check-prepared.ts';
import { preparedImageSchema } from './prepared-image.ts';

const revisionRow = z.object({ revision: z.number() });
const countRow = z.object({ n: z.number() });
const textRow = z.object({ seq: z.number(), version: z.number(), image: z.string() });
const idRow = z.object({ preparedId: preparedIdSchema });
const imageRow = z.object({
  preparedId: preparedIdSchema,
  version: z.number(),
  image: jsonColumn.pipe(preparedImageSchema),
});

/** A stored row, as steps compare it. */
export interface StoredText {
  seq: number;
  version: number;
  /** The image as JSON: two rows are equal if their texts are. */
  image: string;
}

/** Creates the queries of prepared rows. Those of all rows of a contract run in the thread of lists. */
export const createPreparedRows = ({ store }: { store: Pick<Store, 'all' | 'get'> }) => ({
  revision: (scope: Scope): number =>
    store.get(revisionRow, `SELECT revision FROM prepared_revision WHERE ${inScope}`, scopeParams(scope))
      ?.revision ?? 0,
  count: (scope: Scope): number =>
    store.get(
      countRow,
      `SELECT count(*) AS n FROM prepared INDEXED BY prepared_of_scope WHERE ${inScope}`,
      scopeParams(scope),
    )?.n ?? 0,
  /**
   * Returns rows in the order in which they were made; all of them without a range. Rows that cannot be read are left out;
   * `damaged` is their number.
   */
  images: (
    scope: Scope,
    range: { offset: number; limit: number } = { offset: 0, limit: -1 },
  ): { rows: IdentifiedImage[]; damaged: number } =>
    readableRows(
      store,
      imageRow,
      `SELECT prepared_id AS preparedId, version, image FROM prepared INDEXED BY prepared_of_scope WHERE ${inScope}
       ORDER BY seq LIMIT :limit OFFSET :offset`,
      { ...scopeParams(scope), ...range },
    ),
  ids: (scope: Scope): PreparedId[] =>
    readableRows(
      store,
      idRow,
      `SELECT prepared_id AS preparedId FROM prepared INDEXED BY prepared_of_scope WHERE ${inScope} ORDER BY seq`,
      scopeParams(scope),
    ).rows.map(({ preparedId }) => preparedId),
  /** Returns a stored row of this contract; null if there is none. */
  text: (scope: Scope, preparedId: PreparedId): StoredText | null =>
    store.get(
      textRow,
      `SELECT seq, version, image FROM prepared WHERE prepared_id = :preparedId AND ${inScope}`,
      { ...scopeParams(scope), preparedId },
    ) ?? null,
});
