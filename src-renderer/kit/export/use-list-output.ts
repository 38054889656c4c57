import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { mostNamed } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../client/api.tsx';
import type { RowsDeclaration } from '../lists/list-declaration.ts';
import { listOf, listStore } from '../state/list-store.ts';
import type { Subject } from '../state/selection.ts';
import type { PageRange } from '../ui/paged-list.ts';
import type { Page } from '../ui/paged-rows.ts';
import { type ListExport, type PlacedRow, sourceOf } from './list-export.ts';
import { useOffered } from './use-offered.ts';

interface ListOutputOptions<S extends Subject, Row extends PlacedRow, Query, Extra, Places> {
  declared: RowsDeclaration<S, Row, Query, Extra, Places> & {
    named: (query: Query, keys: readonly string[]) => Query;
    exported: ListExport<Row, Query, Places>;
  };
  query: Query;
  total: number;
  /** The keys of the selected rows as text. */
  selected: readonly string[];
  places: Places | undefined;
  load: (range: PageRange) => Promise<Page<Row>>;
}

/** Offers a declared list for export and print while it is mounted. */
export function useListOutput<S extends Subject, Row extends PlacedRow, Query, Extra, Places>(
  options: ListOutputOptions<S, Row, Query, Extra, Places>,
) {
  const { declared, query, total, selected, places, load } = options;
  const { t } = useTranslation();
  const api = useApi();
  const columns = useStore(listStore, (all) => listOf(all, declared.workspace).columns);
  useOffered(() =>
    sourceOf({
      declared: declared.exported,
      t,
      client: api.client,
      query,
      total,
      selected,
      places,
      load,
      title: t(`shell.workspace.${declared.workspace}`),
      keyOf: (row) => String(declared.keyOf(row)),
      loadNamed: async (keys) =>
        (await declared.access(api, declared.named(query, keys), null).load({ offset: 0, limit: mostNamed }))
          .rows,
      shown: columns === null ? null : columns.map(({ key }) => key),
    }),
  );
}
