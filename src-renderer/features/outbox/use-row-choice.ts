import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope, SubmissionId } from '../../../src-preload/contract/ids.ts';
import { type CommandOrder, type CommandState, mostAtOnce } from '../../../src-preload/contract/outbox.ts';
import { useApi } from '../../kit/client/api.tsx';
import { useAct, useSay } from '../../kit/ui/use-act.ts';
import { useRangeAnswer } from '../../kit/ui/use-range-answer.ts';
import type { RowChoice } from '../../kit/ui/use-row-keys.ts';
import { choose, outboxStore } from './outbox-store.ts';

interface RowChoiceOptions {
  /** The terms of the list; a scope of null means all connections and contracts. */
  terms: { scope: Scope | null; states: CommandState[]; order: CommandOrder };
  total: number;
  /** Returns the command of a row; undefined if its page is not loaded. */
  idAt: (index: number) => SubmissionId | undefined;
  chosen: ReadonlySet<SubmissionId>;
}

/**
 * Returns how keys and clicks select several rows of the outbox. The main process returns the commands of a range, even
 * if their pages are not loaded.
 */
export function useRowChoice({ terms, total, idAt, chosen }: RowChoiceOptions): RowChoice {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const say = useSay();
  /** The row where a range starts. */
  const anchor = useRef<number | null>(null);
  const range = useRangeAnswer(chosen);

  function toggle(index: number) {
    anchor.current = index;
    const id = idAt(index);
    if (id === undefined) return;
    const next = new Set(outboxStore.getState().chosen);
    if (!next.delete(id)) next.add(id);
    choose(next);
  }

  async function chooseRange(from: number, to: number) {
    const limit = Math.max(1, Math.min(mostAtOnce, to - from + 1));
    await range.ask(
      () => client.outbox.ids({ ...terms, offset: from, limit }),
      (rows) => {
        choose(rows.map(({ id }) => id));
        if (to - from >= mostAtOnce)
          say({ message: t('outbox.mostAtOnce', { count: mostAtOnce }), color: 'orange' });
      },
    );
  }

  return {
    get areAny() {
      return chosen.size > 0 || range.isAsked();
    },
    isChosen(index) {
      const id = idAt(index);
      return id !== undefined && chosen.has(id);
    },
    choose(how, index) {
      if (how === 'none') return choose([]);
      if (how === 'toggle') return toggle(index);
      if (how === 'from') {
        anchor.current = index;
        return;
      }
      const start = anchor.current ?? index;
      if (how === 'all') return act(() => chooseRange(0, total - 1));
      anchor.current = start;
      act(() => chooseRange(Math.min(start, index), Math.max(start, index)));
    },
  };
}
