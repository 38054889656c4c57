import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../../src-preload/contract/ids.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { useAct, useSay } from '../../../kit/ui/use-act.ts';
import { createSwapQueue } from '../../../kit/ui/use-history-keys.ts';
import { preparedStepText } from './prepared-words.ts';

/** Steps run one after another, because an undo may remove the step that the next one names. */
const runExclusive = createSwapQueue();

/** Returns the last step and the last undone one, with the functions for undo and redo. */
export function usePreparedHistory(scope: Scope) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const say = useSay();
  const known = useQuery(query.prepared.history.queryOptions({ input: { scope } })).data;
  const { undo = null, redo = null } = known ?? {};
  const swap = (how: 'undo' | 'redo') =>
    act(() =>
      runExclusive(async () => {
        const step = (await client.prepared.history({ scope }))[how];
        if (step === null) {
          say({ message: t(`places.nothingTo.${how}`), color: 'gray' });
          return;
        }
        const { skipped } = await client.prepared[how]({ scope, stepId: step.stepId });
        const message = t(`places.swapped.${how}`, { what: preparedStepText(t, step) });
        if (skipped === 0) say({ message, color: 'teal' });
        else say({ title: message, message: t('prepared.skipped', { count: skipped }), color: 'orange' });
      }),
    );
  return {
    undo: { text: undo && preparedStepText(t, undo), run: () => swap('undo') },
    redo: { text: redo && preparedStepText(t, redo), run: () => swap('redo') },
  };
}
