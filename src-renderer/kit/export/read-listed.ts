import type { ExportedFeature } from '../../formats/exported-feature.ts';
import type { PageRange } from '../ui/paged-list.ts';
import type { Page } from '../ui/paged-rows.ts';

/** A page of a list, converted for a file. */
export interface ReadPage {
  features: ExportedFeature[];
  /** The number of rows that have been read; `total` is that of the whole list. */
  read: number;
  total: number;
}

interface ReadListedOptions<Row> {
  /** The page size, in rows. */
  pageRows: number;
  load: (range: PageRange) => Promise<Page<Row>>;
  keyOf: (row: Row) => string;
  toFeatures: (rows: readonly Row[]) => Promise<ExportedFeature[]>;
  signal: AbortSignal;
}

/** The error for a list that changed while it was read: rows may be missing or duplicated. */
const listChanged = () =>
  Object.assign(new Error('the list changed'), { code: 'CONFLICT', data: { detail: 'list' } });

/**
 * Reads a whole list page by page. Rows that the main process cannot read count in the total but are in no page. Throws an error with the
 * code CONFLICT if the list changes meanwhile; the caller then starts again.
 */
export async function* readListed<Row>(options: ReadListedOptions<Row>): AsyncGenerator<ReadPage> {
  const { pageRows, load, keyOf, toFeatures, signal } = options;
  const seen = new Set<string>();
  let total: number | null = null;
  for (let offset = 0; total === null || offset < total; offset += pageRows) {
    signal.throwIfAborted();
    const page = await load({ offset, limit: pageRows });
    if (total !== null && page.total !== total) throw listChanged();
    ({ total } = page);
    for (const row of page.rows) {
      const key = keyOf(row);
      if (seen.has(key)) throw listChanged();
      seen.add(key);
    }
    yield { features: await toFeatures(page.rows), read: Math.min(offset + pageRows, total), total };
  }
}
