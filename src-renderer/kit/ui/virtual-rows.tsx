import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react';
import classes from './panes.module.css';
import { preventPageSelection, type RowChoice, useRowKeys } from './use-row-keys.ts';
import { useWindowRows } from './use-window-rows.ts';

interface VirtualProps {
  label: string;
  count: number;
  rowHeight: number;
  /** Returns the content of a row, or null while its page is loading. */
  render: (index: number) => ReactNode;
  onHover: (index: number | null) => void;
}

/** Headings above some of the rows of a list. A heading belongs to the row below it. */
export interface RowHeadings {
  /** In pixels. */
  height: number;
  /** Returns true if there is a heading above a row. */
  isAbove: (index: number) => boolean;
  render: (index: number) => ReactNode;
}

/** The properties of a list that renders only the rows in view, with selection by pointer and keyboard. */
export interface VirtualRowsProps extends VirtualProps {
  /** The key of the selected row. A new one is scrolled into view as soon as its index is known. */
  selectedKey: string | number | null;
  selectedIndex: number | null;
  hoveredIndex: number | null;
  onSelect: (index: number) => void;
  /** Called for Enter on the selected row and for a double click. */
  onOpen: () => void;
  /** Receives the rows in view, so that their pages can be fetched. */
  onRange: (first: number, last: number) => void;
  /** Given if several rows may be selected in addition to the current one. */
  choice?: RowChoice;
  headings?: RowHeadings | null;
}

/** A list of any length as a listbox. Only the rows in view are rendered; the arrow keys select and Enter opens. */
export function VirtualRows(props: VirtualRowsProps) {
  const { count, rowHeight, selectedIndex, selectedKey, onRange, headings = null } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const { items, height, reveal } = useWindowRows({ scroller, count, rowHeight, headings, onRange });
  const show = useEffectEvent(reveal);

  // Scrolls for a new selection only: rows that a sync inserts before the selected one must not move the view.
  const shownKey = useRef<string | number | null>(null);
  useEffect(() => {
    if (selectedKey === shownKey.current) return;
    if (selectedKey !== null && selectedIndex === null) return;
    shownKey.current = selectedKey;
    if (selectedIndex !== null) show(selectedIndex);
  }, [selectedKey, selectedIndex]);

  const { choice } = props;
  const { onKeyDown, onClick } = useRowKeys({ ...props, scroller, reveal });
  const active = items.some((item) => item.index === selectedIndex) ? `${id}-${selectedIndex}` : undefined;
  return (
    <div
      ref={scroller}
      className={classes.scroll}
      role="listbox"
      aria-label={props.label}
      tabIndex={0}
      aria-multiselectable={choice ? true : undefined}
      aria-activedescendant={active}
      onKeyDown={onKeyDown}
      onMouseLeave={() => props.onHover(null)}
    >
      <div role="presentation" style={{ height, position: 'relative' }}>
        {items.map((item) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox moves the selection by keys
          // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus, options are named by aria-activedescendant
          <div
            key={item.key}
            id={`${id}-${item.index}`}
            role="option"
            aria-selected={choice ? choice.isChosen(item.index) : item.index === selectedIndex}
            data-current={item.index === selectedIndex || undefined}
            aria-setsize={count}
            aria-posinset={item.index + 1}
            className={classes.row}
            data-selectable
            data-headed={headings?.isAbove(item.index) || undefined}
            data-hovered={item.index === props.hoveredIndex || undefined}
            style={{ top: item.start, height: item.size }}
            onClick={(event) => onClick(event, item.index)}
            onDoubleClick={() => props.onOpen()}
            onMouseEnter={() => props.onHover(item.index)}
          >
            {headings?.isAbove(item.index) && headings.render(item.index)}
            {props.render(item.index)}
          </div>
        ))}
      </div>
    </div>
  );
}

interface VirtualListProps extends VirtualProps {
  /** Returns the key of a row, so that it keeps its state and focus when rows before it are added or removed. */
  keyOf: (index: number) => string | number;
  /** A ref to the scrolling element, for callers that have to measure it. */
  scrollerRef?: RefObject<HTMLDivElement | null>;
  /** Drawn over the rows; it scrolls with them. */
  overlay?: ReactNode;
  /**
   * True if Tab must reach the list itself, because its rows contain nothing focusable; the keyboard can then
   * scroll it.
   */
  focusable?: boolean;
  /** Receives the rows in view, so that their pages can be fetched. */
  onRange?: (first: number, last: number) => void;
}

/** A list of any length whose rows contain buttons that Tab reaches. */
export function VirtualList(props: VirtualListProps) {
  const { count, rowHeight, keyOf, onRange } = props;
  const own = useRef<HTMLDivElement>(null);
  const scroller = props.scrollerRef ?? own;
  const { items, height } = useWindowRows({ scroller, count, rowHeight, keyOf, onRange });
  return (
    // biome-ignore lint/a11y/useSemanticElements: positioned rows in a scroller; <ul> brings nothing but styles to undo
    <div
      ref={scroller}
      className={classes.scroll}
      role="list"
      aria-label={props.label}
      tabIndex={props.focusable ? 0 : undefined}
      onKeyDown={preventPageSelection}
      onMouseLeave={() => props.onHover(null)}
    >
      <div role="presentation" style={{ height, position: 'relative' }}>
        {props.overlay}
        {items.map((item) => (
          // biome-ignore lint/a11y/useSemanticElements: see the list
          <div
            key={item.key}
            role="listitem"
            aria-setsize={count}
            aria-posinset={item.index + 1}
            className={classes.row}
            style={{ top: item.start, height: item.size }}
            onMouseEnter={() => props.onHover(item.index)}
          >
            {props.render(item.index)}
          </div>
        ))}
      </div>
    </div>
  );
}
