import type { ReactNode } from 'react';
import { type PagedListOptions, type PageRange, usePagedList } from './paged-list.ts';
import { type Page, useLatest } from './paged-rows.ts';
import { useAct } from './use-act.ts';
import { VirtualRows, type VirtualRowsProps } from './virtual-rows.tsx';

interface SelectableListOptions<Row, Extra, Key extends string | number>
  extends PagedListOptions<Row, Extra> {
  /** Loads the same rows, for a row that is selected by keyboard before its page has arrived. */
  load: (range: PageRange) => Promise<Page<Row>>;
  keyOf: (row: Row) => Key;
  selected: Key | null;
  hovered: Key | null;
  onSelect: (row: Row) => void;
  onHover: (row: Row | null) => void;
}

/** A paged list with one selected row and one row under the pointer. */
export function useSelectableList<Row, Extra, Key extends string | number>(
  options: SelectableListOptions<Row, Extra, Key>,
) {
  const { load, keyOf, selected, hovered, onSelect, onHover } = options;
  const list = usePagedList<Row, Extra>(options);
  const act = useAct();
  const latest = useLatest();
  const indexOf = (key: Key | null) => (key === null ? null : list.indexWhere((row) => keyOf(row) === key));
  return {
    ...list,
    selected,
    selectedIndex: indexOf(selected),
    hoveredIndex: indexOf(hovered),
    select: (index: number) =>
      act(() =>
        latest(
          async () => list.rowAt(index) ?? (await load({ offset: index, limit: 1 })).rows[0],
          (row) => row && onSelect(row),
        ),
      ),
    hover: (index: number | null) => onHover(index === null ? null : (list.rowAt(index) ?? null)),
  };
}

interface ListRowsProps<Row> {
  label: string;
  rowHeight: number;
  list: {
    total: number | null;
    rowAt: (index: number) => Row | undefined;
    selected: string | number | null;
    selectedIndex: number | null;
    hoveredIndex: number | null;
    select: (index: number) => void;
    hover: (index: number | null) => void;
    onRange: (first: number, last: number) => void;
  };
  /** The index of the selected row if its page is not loaded; null or undefined if the index is unknown. */
  position?: number | null | undefined;
  onOpen: () => void;
  choice?: VirtualRowsProps['choice'];
  headings?: VirtualRowsProps['headings'];
  render: (row: Row) => ReactNode;
}

/** The rows of a selectable list; renders nothing while the list is empty. */
export function ListRows<Row>({
  label,
  rowHeight,
  list,
  position,
  onOpen,
  choice,
  headings = null,
  render,
}: ListRowsProps<Row>) {
  if (!list.total) return null;
  return (
    <VirtualRows
      label={label}
      count={list.total}
      rowHeight={rowHeight}
      selectedKey={list.selected}
      selectedIndex={list.selectedIndex ?? position ?? null}
      hoveredIndex={list.hoveredIndex}
      onSelect={list.select}
      onOpen={onOpen}
      onHover={list.hover}
      onRange={list.onRange}
      {...(choice ? { choice } : {})}
      headings={headings}
      render={(index) => {
        const row = list.rowAt(index);
        return row === undefined ? null : render(row);
      }}
    />
  );
}
