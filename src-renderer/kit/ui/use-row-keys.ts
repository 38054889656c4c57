import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react';

/** Which rows of a list are selected in addition to the current one, and how keys and clicks change that. */
export interface RowChoice {
  isChosen: (index: number) => boolean;
  /** True if rows are selected that Escape can deselect. */
  areAny: boolean;
  /**
   * Selects or deselects one row (`toggle`); selects all rows from the row where the range starts to this one (`to`), `all` rows of the
   * list, or `none`. `from` changes no selection: the next range starts at this row, because the user has gone there.
   */
  choose: (how: ChoiceAct, index: number) => void;
}

/** What keys and clicks do with the joint selection of rows. */
export type ChoiceAct = 'toggle' | 'from' | 'to' | 'all' | 'none';

interface RowKeysOptions {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  rowHeight: number;
  selectedIndex: number | null;
  choice?: RowChoice | undefined;
  onSelect: (index: number) => void;
  onOpen: () => void;
  /** Scrolls a row into view. */
  reveal: (index: number) => void;
}

/** What events of React and of the document have in common. */
type PressedKey = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'key' | 'preventDefault'> & {
  target: EventTarget | null;
};

/**
 * Prevents Ctrl+A outside of fields from selecting the text of the whole page. Returns true if the event was that key.
 */
export function preventPageSelection(event: PressedKey): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'a') return false;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return false;
  event.preventDefault();
  return true;
}

/** Lets Ctrl+A mark no texts anywhere in the window, except in a field. Lists select their rows with it. */
export function usePreventPageSelection() {
  useEffect(() => {
    document.addEventListener('keydown', preventPageSelection);
    return () => document.removeEventListener('keydown', preventPageSelection);
  }, []);
}

/** Returns the row that a key moves to, which may be outside of the list; undefined for other keys. */
function rowAfterKey(key: string, { at, page, count }: { at: number; page: number; count: number }) {
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  return targets[key];
}

/** Handles the keys that select several rows; returns true for one of them. `at` is the row of the keyboard. */
function handleChoiceKey(event: KeyboardEvent, choice: RowChoice, at: number | null): boolean {
  const isControl = event.ctrlKey || event.metaKey;
  if (event.key === ' ' && at !== null) choice.choose('toggle', at);
  else if (event.key.toLowerCase() === 'a' && isControl) choice.choose('all', 0);
  else if (event.key === 'Escape' && choice.areAny) choice.choose('none', 0);
  else return false;
  return true;
}

/** Returns how a list handles keys and clicks on its rows: they select a row, select several, and open one. */
export function useRowKeys(options: RowKeysOptions) {
  const { scroller, count, rowHeight, selectedIndex, choice, onSelect, onOpen, reveal } = options;
  // The row that the keyboard reached last, while the row of a far jump is still loading.
  const cursor = useRef<number | null>(null);

  function moveTo(next: number, { from, isShift }: { from: number; isShift: boolean }) {
    if (choice && isShift) {
      // With Shift, the range starts at the row where the keyboard was before.
      if (!choice.isChosen(from) && from >= 0) choice.choose('toggle', from);
      choice.choose('to', next);
    } else choice?.choose('from', next);
    cursor.current = next;
    // Scrolls at once, because the page of a far row is fetched only when it comes into view.
    reveal(next);
    onSelect(next);
  }

  return {
    onKeyDown(event: KeyboardEvent) {
      if (choice && handleChoiceKey(event, choice, selectedIndex ?? cursor.current)) {
        event.preventDefault();
        return;
      }
      if (preventPageSelection(event)) return;
      if (event.key === 'Enter' && selectedIndex !== null) {
        event.preventDefault();
        onOpen();
        return;
      }
      const from = selectedIndex ?? cursor.current ?? -1;
      const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
      const to = rowAfterKey(event.key, { at: from, page, count });
      if (to === undefined || count === 0) return;
      event.preventDefault();
      moveTo(Math.max(0, Math.min(count - 1, to)), { from, isShift: event.shiftKey });
    },
    onClick(event: MouseEvent, index: number) {
      const isOnBox = event.target instanceof Element && event.target.closest('[data-choose]') !== null;
      if (choice && event.shiftKey) choice.choose('to', index);
      else if (choice && (isOnBox || event.ctrlKey || event.metaKey)) choice.choose('toggle', index);
      else choice?.choose('from', index);
      // A click on the box only selects in addition; the details keep showing the current row.
      if (!choice || !isOnBox) onSelect(index);
    },
  };
}
