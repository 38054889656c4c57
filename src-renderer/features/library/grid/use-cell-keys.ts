import { useRef } from 'react';
import type { VirtualRowsProps } from '../../../kit/ui/virtual-rows.tsx';
import type { CellLayout } from './use-cell-layout.ts';

interface CellKeysOptions {
  /** The number of cells. */
  count: number;
  layout: Pick<CellLayout, 'columns' | 'cellsPerPage' | 'reveal'>;
  selectedIndex: number | null;
  select: (index: number) => void;
  choice: NonNullable<VirtualRowsProps['choice']>;
  /** Called for Enter on the selected cell. */
  onOpen: () => void;
}

/**
 * Returns the key handler of a grid of cells: the arrow keys select, with Shift a range, Enter opens, Space toggles a cell, Ctrl+A selects
 * all, and Escape none.
 */
export function useCellKeys(options: CellKeysOptions) {
  const { count, layout, selectedIndex, select, choice, onOpen } = options;
  /** The cell that the keyboard reached last, while it is still loading. */
  const cursor = useRef<number | null>(null);

  const moveTo = (at: number, next: number, isRange: boolean) => {
    if (isRange) {
      if (at >= 0 && !choice.isChosen(at)) choice.choose('toggle', at);
      choice.choose('to', next);
    } else choice.choose('from', next);
    cursor.current = next;
    // Reveals it at once, because the page of a far cell is fetched only when it comes into view.
    layout.reveal(next);
    select(next);
  };

  return (event: React.KeyboardEvent) => {
    const at = selectedIndex ?? cursor.current ?? -1;
    const isPlain = !event.ctrlKey && !event.metaKey;
    const page = layout.cellsPerPage();
    const to = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at + layout.columns,
      ArrowUp: at - layout.columns,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: count - 1,
    }[event.key];
    if (event.key === 'Enter' && selectedIndex !== null) onOpen();
    else if (event.key === ' ' && at >= 0) choice.choose('toggle', at);
    else if (event.key.toLowerCase() === 'a' && !isPlain) choice.choose('all', 0);
    else if (event.key === 'Escape' && choice.areAny) choice.choose('none', 0);
    else if (to !== undefined && count > 0)
      moveTo(at, Math.max(0, Math.min(count - 1, at < 0 ? 0 : to)), event.shiftKey);
    else return;
    event.preventDefault();
  };
}
