import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './shell.module.css';

export interface VirtualRowsProps {
  label: string;
  count: number;
  rowHeight: number;
  /** The row's content, or null while its page is on the way. */
  render: (index: number) => ReactNode;
  selectedIndex: number | null;
  hoveredIndex: number | null;
  onSelect: (index: number) => void;
  onHover: (index: number | null) => void;
  /** The rows in view, so that their pages can be fetched. */
  onRange: (first: number, last: number) => void;
}

/** A list of any length as a listbox: only the rows in view exist; arrows move, Enter selects. */
export function VirtualRows(props: VirtualRowsProps) {
  const { count, rowHeight, selectedIndex, onRange } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({ count, getScrollElement: () => scroller.current, estimateSize: () => rowHeight, overscan: 8 });
  const items = rows.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onRange(first, last), [first, last, onRange]);
  useEffect(() => {
    if (selectedIndex !== null) rows.scrollToIndex(selectedIndex, { align: 'auto' });
  }, [selectedIndex, rows]);

  const move = (to: number) => {
    if (count > 0) props.onSelect(Math.max(0, Math.min(count - 1, to)));
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const at = selectedIndex ?? -1;
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 10, PageUp: at - 10, Home: 0, End: count - 1 };
    const to = steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  };
  return (
    <div
      ref={scroller}
      className={classes.scroll}
      role="listbox"
      aria-label={props.label}
      tabIndex={0}
      aria-activedescendant={selectedIndex === null ? undefined : `row-${selectedIndex}`}
      onKeyDown={onKeyDown}
      onMouseLeave={() => props.onHover(null)}
    >
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {items.map((item) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox moves the selection by keys
          // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus, options are named by aria-activedescendant
          <div
            key={item.key}
            id={`row-${item.index}`}
            role="option"
            aria-selected={item.index === selectedIndex}
            aria-setsize={count}
            aria-posinset={item.index + 1}
            className={classes.row}
            data-hovered={item.index === props.hoveredIndex || undefined}
            style={{ top: item.start, height: item.size }}
            onClick={() => props.onSelect(item.index)}
            onMouseEnter={() => props.onHover(item.index)}
          >
            {props.render(item.index)}
          </div>
        ))}
      </div>
    </div>
  );
}
