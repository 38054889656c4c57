import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { useApi } from '../../../client/api.tsx';
import { useAct } from '../../../ui/use-act.ts';
import { preventPageSelection } from '../../../ui/use-row-keys.ts';

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

/**
 * The rows of an import that are selected to be changed together. A click or Space selects a row in addition, Shift selects all rows from the
 * one before, the arrow keys move, and Ctrl+A selects all.
 */
export function useRowSelection(importId: number) {
  const { client } = useApi();
  const act = useAct();
  const [selected, setSelected] = useState<ReadonlySet<number>>(() => new Set());
  const last = useRef<number | null>(null);

  function toggle(seq: number) {
    last.current = seq;
    setSelected((before) => {
      const next = new Set(before);
      if (!next.delete(seq)) next.add(seq);
      return next;
    });
  }
  /** Main knows the order of rows whose page is not loaded. */
  const selectTo = (seq: number) =>
    act(async () => {
      const seqs = await client.sceneImports.plannedSeqs({ importId });
      const from = seqs.indexOf(last.current ?? seq);
      const to = seqs.indexOf(seq);
      if (from < 0 || to < 0) return toggle(seq);
      const range = seqs.slice(Math.min(from, to), Math.max(from, to) + 1);
      setSelected((before) => new Set([...before, ...range]));
    });
  const selectAll = () =>
    act(async () => setSelected(new Set(await client.sceneImports.plannedSeqs({ importId }))));

  return {
    selected,
    select: (seqs: readonly number[]) => setSelected(new Set(seqs)),
    selectAll,
    onClick: (event: MouseEvent, seq: number) => (event.shiftKey ? selectTo(seq) : toggle(seq)),
    onKeyDown(event: KeyboardEvent) {
      if (preventPageSelection(event)) return selectAll();
      const isDown = event.key === 'ArrowDown';
      if (!(isDown || event.key === 'ArrowUp') || !(event.target instanceof Element)) return;
      const next = findNeighbour(event.target, isDown ? 'nextElementSibling' : 'previousElementSibling');
      if (next === null) return;
      event.preventDefault();
      next.focus();
      if (!event.shiftKey) return;
      const [from, to] = [event.target.closest(selectorOfRow), next].map((element) =>
        Number(element?.getAttribute('data-select-row')),
      );
      last.current ??= from ?? null;
      if (from !== undefined && to !== undefined) setSelected((before) => new Set([...before, from, to]));
    },
  };
}

/** What `useRowSelection` returns. */
export type RowSelection = ReturnType<typeof useRowSelection>;
