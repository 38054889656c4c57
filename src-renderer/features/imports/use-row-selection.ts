import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { useApi } from '../../kit/client/api.tsx';
import { useLatest } from '../../kit/ui/paged-rows.ts';
import { useAct } from '../../kit/ui/use-act.ts';
import { preventPageSelection } from '../../kit/ui/use-row-keys.ts';

/** Marks the element of a row that is focused and pressed to select it. */
export const selectorOfRow = '[data-select-row]';

/** Returns the nearest row that can be selected, above or below the one with the focus; null if none is drawn. */
function findNeighbour(from: Element, step: 'nextElementSibling' | 'previousElementSibling') {
  let item = from.closest('[role="listitem"]')?.[step] ?? null;
  while (item !== null) {
    const found = item.querySelector<HTMLElement>(selectorOfRow);
    if (found !== null) return found;
    item = item[step];
  }
  return null;
}

/** Returns the row of an element that is pressed to select it; null for another element. */
function readSeq(element: Element | null): number | null {
  const text = element?.closest(selectorOfRow)?.getAttribute('data-select-row') ?? null;
  return text === null ? null : Number(text);
}

/**
 * The rows of an import that are selected to be changed together. As in the lists, a click or Enter selects one row only; Ctrl and a click,
 * or Space, selects one in addition; Shift selects all rows from the one before; the arrow keys move, Ctrl+A selects all and Escape none.
 */
export function useRowSelection(importId: number) {
  const { client } = useApi();
  const act = useAct();
  const latest = useLatest();
  const [selected, setSelected] = useState<ReadonlySet<number>>(() => new Set());
  /** The row where a range begins. */
  const start = useRef<number | null>(null);

  /** Selects these rows only; a range begins at the first of them. */
  function select(seqs: readonly number[]) {
    start.current = seqs[0] ?? null;
    setSelected(new Set(seqs));
  }
  function toggle(seq: number) {
    start.current = seq;
    setSelected((before) => {
      const next = new Set(before);
      if (!next.delete(seq)) next.add(seq);
      return next;
    });
  }
  /** Selects the rows between the start of the range and this one: main knows the order of rows whose page is not loaded. */
  const selectTo = (seq: number, isAdded: boolean) =>
    act(() =>
      latest(
        () => client.sceneImports.plannedSeqs({ importId }),
        (seqs) => {
          const from = seqs.indexOf(start.current ?? seq);
          const to = seqs.indexOf(seq);
          // The row where the range began may have been joined or split since.
          if (from < 0 || to < 0) return select([seq]);
          const range = seqs.slice(Math.min(from, to), Math.max(from, to) + 1);
          setSelected((before) => new Set([...(isAdded ? before : []), ...range]));
        },
      ),
    );
  const selectAll = () =>
    act(async () => setSelected(new Set(await client.sceneImports.plannedSeqs({ importId }))));

  return {
    selected,
    select,
    selectAll,
    onClick(event: MouseEvent, seq: number) {
      const isAdded = event.ctrlKey || event.metaKey;
      if (event.shiftKey) selectTo(seq, isAdded);
      else if (isAdded) toggle(seq);
      else select([seq]);
    },
    onKeyDown(event: KeyboardEvent) {
      if (preventPageSelection(event)) return selectAll();
      const seq = event.target instanceof Element ? readSeq(event.target) : null;
      if (seq === null || !(event.target instanceof Element)) return;
      const isDown = event.key === 'ArrowDown';
      if (event.key === ' ') {
        // A button would take the key for a click, which selects the row alone.
        event.preventDefault();
        return toggle(seq);
      }
      if (event.key === 'Escape' && selected.size > 0) {
        event.preventDefault();
        return select([]);
      }
      if (!isDown && event.key !== 'ArrowUp') return;
      const next = findNeighbour(event.target, isDown ? 'nextElementSibling' : 'previousElementSibling');
      const to = readSeq(next);
      if (next === null || to === null) return;
      event.preventDefault();
      next.focus();
      if (event.shiftKey) {
        start.current ??= seq;
        selectTo(to, false);
      } else if (!(event.ctrlKey || event.metaKey)) start.current = to;
    },
  };
}

/** What `useRowSelection` returns. */
export type RowSelection = ReturnType<typeof useRowSelection>;
