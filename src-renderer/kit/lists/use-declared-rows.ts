import { useApi } from '../client/api.tsx';
import { hover, type Subject, select, useHovered, useSelected } from '../state/selection.ts';
import { useSelectableList } from '../ui/selectable-list.tsx';
import type { RowsDeclaration } from './list-declaration.ts';
import { useListChoice } from './use-list-choice.ts';

interface DeclaredRowsOptions<S extends Subject, Row, Query, Extra, Places> {
  declared: RowsDeclaration<S, Row, Query, Extra, Places>;
  query: Query;
}

/**
 * Returns the rows of a declared list: `list` with the selected row, `choice` for rows that are selected together, and `access`, the
 * queries. Selection and hover are shared with the map and the details.
 */
export function useDeclaredRows<S extends Subject, Row, Query, Extra, Places>({
  declared,
  query,
}: DeclaredRowsOptions<S, Row, Query, Extra, Places>) {
  const { subject, keyOf } = declared;
  const api = useApi();
  const selected = useSelected(subject);
  const hovered = useHovered(subject);
  const access = declared.access(api, query, selected);
  // Keys are converted to text, because the list only compares them.
  const keyText = (row: Row) => String(keyOf(row));
  const list = useSelectableList<Row, Extra, string>({
    terms: query,
    page: access.page,
    load: access.load,
    keyOf: keyText,
    selected: selected === null ? null : String(selected),
    hovered: hovered === null ? null : String(hovered),
    onSelect(row) {
      select(subject, keyOf(row));
      declared.onSelect?.(row);
    },
    onHover: (row) => hover(subject, row === null ? null : keyOf(row)),
  });
  const total = list.total ?? 0;
  const choice = useListChoice({
    name: declared.workspace,
    query,
    total,
    selected: list.selected,
    selectedIndex: list.selectedIndex,
    keyAt(index) {
      const row = list.rowAt(index);
      return row && keyText(row);
    },
    ids: access.ids,
  });
  return { access, list, choice };
}
