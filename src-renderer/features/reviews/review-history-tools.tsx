import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ReviewStep } from '../../../src-preload/contract/reviews.ts';
import { useApi } from '../../kit/client/api.tsx';
import { HistoryTools } from '../../kit/ui/history-tools.tsx';
import { useAct, useSay } from '../../kit/ui/use-act.ts';
import { createSwapQueue } from '../../kit/ui/use-history-keys.ts';
import { fieldWord } from './review-words.ts';

/** Undo and redo run one at a time, because each changes which step is the next. */
const runExclusive = createSwapQueue();

/** Returns the statements that can be undone and redone, with the functions that do so. */
function useReviewHistory() {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const say = useSay();
  const { undo = null, redo = null } = useQuery(query.reviews.history.queryOptions()).data ?? {};
  const textOf = ({ field, sceneName, scenes }: ReviewStep) => {
    const what = fieldWord(t, field);
    return scenes === 1
      ? t('reviews.step', { what, name: sceneName })
      : t('reviews.stepMany', { what, count: scenes });
  };
  const swap = (how: 'undo' | 'redo') =>
    act(() =>
      runExclusive(async () => {
        const step = (await client.reviews.history())[how];
        if (step === null) {
          say({ message: t(`places.nothingTo.${how}`), color: 'gray' });
          return;
        }
        const { isDone, kept } = await client.reviews[how]({ stepId: step.stepId });
        const message = t(`places.swapped.${how}`, { what: textOf(step) });
        if (isDone && kept === 0) say({ message, color: 'teal' });
        else if (isDone)
          say({ message: `${message} ${t('reviews.keptSince', { count: kept })}`, color: 'orange' });
        else say({ message: t('reviews.notSwapped', { what: textOf(step) }), color: 'orange' });
      }),
    );
  return {
    undo: { text: undo && textOf(undo), run: () => swap('undo') },
    redo: { text: redo && textOf(redo), run: () => swap('redo') },
  };
}

/** The buttons and keys that undo and redo statements of this reviewer. */
export function ReviewHistoryTools() {
  const { undo, redo } = useReviewHistory();
  return (
    <Group gap={4} wrap="nowrap">
      <HistoryTools undo={undo} redo={redo} />
    </Group>
  );
}
