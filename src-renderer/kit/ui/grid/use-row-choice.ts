import { useEffect, useRef } from 'react';
import { useAct } from '../use-act.ts';
import { useRangeAnswer } from '../use-range-answer.ts';
import type { DataGridProps } from './grid-types.ts';

interface RowChoiceOptions<Id> {
  total: number;
  chosen: ReadonlySet<Id>;
  /** Returns the id of a row; undefined while its page is loading. */
  idAt: (index: number) => Id | undefined;
  setChosen: (ids: Iterable<Id>) => void;
  /** Returns the ids of the rows from one index to another, both included. */
  idsIn: (from: number, to: number) => Promise<Id[]>;
  /** Everything that decides the rows and their order; in other rows, a range starts anew. */
  terms?: unknown;
  /** The row where a range starts while no row is selected; if undefined, the last selected row. */
  startsAt?: number | null;
}

/** Returns how several rows of a table are selected. */
export function useRowChoice<Id>(
  options: RowChoiceOptions<Id>,
): DataGridProps<unknown>['choice'] & Pick<ReturnType<typeof useRangeAnswer>, 'isAsked'> {
  const { total, chosen, idAt, setChosen, idsIn, terms } = options;
  const act = useAct();
  const anchor = useRef<number | null>(null);
  const termsKey = JSON.stringify(terms);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the index of the start is another row in other rows
  useEffect(() => {
    anchor.current = null;
  }, [termsKey]);
  const range = useRangeAnswer(chosen);
  const chooseRange = (from: number, to: number) => range.ask(() => idsIn(from, to), setChosen);
  return {
    isAsked: range.isAsked,
    isChosen(index) {
      const id = idAt(index);
      return id !== undefined && chosen.has(id);
    },
    areAll: total > 0 && chosen.size >= total,
    choose(how, index) {
      if (how === 'none') return setChosen([]);
      if (how === 'from') {
        anchor.current = index;
        return;
      }
      if (how === 'all') return act(() => chooseRange(0, total - 1));
      const id = idAt(index);
      const from = chosen.size === 0 ? (options.startsAt ?? anchor.current) : anchor.current;
      if (how === 'to' && from !== null) {
        anchor.current = from;
        return act(() => chooseRange(Math.min(from, index), Math.max(from, index)));
      }
      anchor.current = index;
      if (id === undefined) return;
      const next = new Set(chosen);
      if (!next.delete(id)) next.add(id);
      setChosen(next);
    },
  };
}
