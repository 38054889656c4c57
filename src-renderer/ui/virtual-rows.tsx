import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import classes from './panes.module.css';
import { useWindowRows } from './use-window-rows.ts';

interface VirtualProps {
  label: string;
  count: number;
  rowHeight: number;
  /** The row's content, or null while its page is on the way. */
  render: (index: number) => ReactNode;
  onHover: (index: number | null) => void;
}

/** A list of which only the rows in view are rendered, with selection by pointer and keys. */
export interface VirtualRowsProps extends VirtualProps {
  /** What is selected: a new one is scrolled into view, once its row is known. */
  selectedKey: string | number | null;
  selectedIndex: number | null;
  hoveredIndex: number | null;
  onSelect: (index: number) => void;
  /** Enter on the selected row, or a double click. */
  onOpen: () => void;
  /** The rows in view, so that their pages can be fetched. */
  onRange: (first: number, last: number) => void;
  /** Where several rows may be chosen besides the selected one: which are, and what keys and clicks do to them. */
  choice?: {
    isChosen: (index: number) => boolean;
    /** `toggle` this one, `to` all from the last one to it, `all` of the list, or `none`. */
    choose: (how: 'toggle' | 'to' | 'all' | 'none', index: number) => void;
  };
}

/** Where rows cannot be selected, Ctrl+A does nothing: the browser would select the text of the whole page. */
function keepsPageText(event: React.KeyboardEvent): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'a') return false;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return false;
  event.preventDefault();
  return true;
}

/** A list of any length as a listbox: only the rows in view exist; arrows select, Enter opens. */
export function VirtualRows(props: VirtualRowsProps) {
  const { count, rowHeight, selectedIndex, selectedKey, onRange } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const { rows, items } = useWindowRows({ scroller, count, rowHeight, onRange });

  // Scrolls for a new selection only: rows that a sync puts before the selected one must not move the view.
  const shownKey = useRef<string | number | null>(null);
  useEffect(() => {
    if (selectedKey === shownKey.current) return;
    if (selectedKey !== null && selectedIndex === null) return;
    shownKey.current = selectedKey;
    if (selectedIndex !== null) rows.scrollToIndex(selectedIndex, { align: 'auto' });
  }, [selectedKey, selectedIndex, rows]);

  // Where the keys were last, while the row of a far jump is still on its way.
  const cursor = useRef<number | null>(null);
  const { choice } = props;
  /** True when the key was one of choosing. */
  const choosesByKey = (event: React.KeyboardEvent): boolean => {
    const at = selectedIndex ?? cursor.current;
    const plain = !event.ctrlKey && !event.metaKey;
    if (event.key === ' ' && at !== null) choice?.choose('toggle', at);
    else if (event.key.toLowerCase() === 'a' && !plain) choice?.choose('all', 0);
    else if (event.key === 'Escape') choice?.choose('none', 0);
    else return false;
    return true;
  };
  const onClick = (event: React.MouseEvent, index: number) => {
    const onBox = event.target instanceof Element && event.target.closest('[data-choose]') !== null;
    if (choice && event.shiftKey) choice.choose('to', index);
    else if (choice && (onBox || event.ctrlKey || event.metaKey)) choice.choose('toggle', index);
    // The box only chooses: the details stay with what is looked at.
    if (!choice || !onBox) props.onSelect(index);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (choice && choosesByKey(event)) {
      event.preventDefault();
      return;
    }
    if (keepsPageText(event)) return;
    if (event.key === 'Enter' && selectedIndex !== null) {
      event.preventDefault();
      props.onOpen();
      return;
    }
    const at = selectedIndex ?? cursor.current ?? -1;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: count - 1,
    };
    const to = steps[event.key];
    if (to === undefined || count === 0) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(count - 1, to));
    if (choice && event.shiftKey) {
      // The first of a stretch is where the keys were.
      if (!choice.isChosen(at) && at >= 0) choice.choose('toggle', at);
      choice.choose('to', next);
    }
    cursor.current = next;
    // At once: the page of a far row is fetched because it comes into view.
    rows.scrollToIndex(next, { align: 'auto' });
    props.onSelect(next);
  };
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
      <div role="presentation" style={{ height: rows.getTotalSize(), position: 'relative' }}>
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
            data-hovered={item.index === props.hoveredIndex || undefined}
            style={{ top: item.start, height: item.size }}
            onClick={(event) => onClick(event, item.index)}
            onDoubleClick={() => props.onOpen()}
            onMouseEnter={() => props.onHover(item.index)}
          >
            {props.render(item.index)}
          </div>
        ))}
      </div>
    </div>
  );
}

interface VirtualListProps extends VirtualProps {
  /** Keeps a row's own state and focus when rows before it come or go. */
  keyOf: (index: number) => string | number;
  /** The element that scrolls, for who has to measure it. */
  scrollerRef?: RefObject<HTMLDivElement | null>;
  /** Drawn over the rows and scrolled with them. */
  overlay?: ReactNode;
  /** Reached by Tab itself, where its rows have nothing that is: it scrolls by keys. */
  focusable?: boolean;
  /** The rows in view, so that their pages can be fetched. */
  onRange?: (first: number, last: number) => void;
}

/** A list of any length whose rows have buttons of their own, reached by Tab. */
export function VirtualList(props: VirtualListProps) {
  const { count, rowHeight, keyOf, onRange } = props;
  const own = useRef<HTMLDivElement>(null);
  const scroller = props.scrollerRef ?? own;
  const { rows, items } = useWindowRows({ scroller, count, rowHeight, keyOf, onRange });
  return (
    // biome-ignore lint/a11y/useSemanticElements: positioned rows in a scroller; <ul> brings nothing but styles to undo
    <div
      ref={scroller}
      className={classes.scroll}
      role="list"
      aria-label={props.label}
      tabIndex={props.focusable ? 0 : undefined}
      onKeyDown={keepsPageText}
      onMouseLeave={() => props.onHover(null)}
    >
      <div role="presentation" style={{ height: rows.getTotalSize(), position: 'relative' }}>
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
