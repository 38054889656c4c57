import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { PlaceStep } from '../../../src-preload/contract/place-steps.ts';
import { useApi } from '../../kit/client/api.tsx';
import { useAct, useSay } from '../../kit/ui/use-act.ts';
import { createSwapQueue } from '../../kit/ui/use-history-keys.ts';
import { swapMarks } from './cell-notes.ts';

/** Returns a description of a step, such as `move 3 places`. */
export function stepText(t: TFunction, { kind, count, name }: PlaceStep): string {
  if (kind === 'list-create' || kind === 'list-change' || kind === 'list-remove')
    return t(`places.listStep.${kind}`, { name });
  const what = t(`places.step.${kind}`, { count });
  return name === '' ? what : t('places.stepOf', { what, name });
}

/** Undo and redo run one at a time, because each changes which step is the next. */
const runExclusive = createSwapQueue();

/** Returns the next step to undo and the next to redo, with the functions that do so. */
export function usePlaceHistory() {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const say = useSay();
  const { undo = null, redo = null } = useQuery(query.places.history.queryOptions()).data ?? {};
  const swap = (how: 'undo' | 'redo') =>
    act(() =>
      runExclusive(async () => {
        // Asked again, because the buttons may lag behind when keys are pressed fast.
        const step = (await client.places.history())[how];
        if (step === null) {
          say({ message: t(`places.nothingTo.${how}`), color: 'gray' });
          return;
        }
        const { skipped } = await client.places[how]({ stepId: step.stepId });
        swapMarks(step.stepId, how);
        const message = t(`places.swapped.${how}`, { what: stepText(t, step) });
        if (skipped === 0) say({ message, color: 'teal' });
        else say({ title: message, message: t('places.skipped', { count: skipped }), color: 'orange' });
      }),
    );
  return {
    undo: { text: undo && stepText(t, undo), run: () => swap('undo') },
    redo: { text: redo && stepText(t, redo), run: () => swap('redo') },
  };
}
