import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlaceStep } from '../../../src-preload/contract/places.ts';
import { useApi } from '../../client/api.tsx';
import { useAct, useSay } from '../../ui/use-act.ts';

/** Returns what a step did, in words: `move 3 places`. */
export function stepText(t: TFunction, { kind, count, name }: PlaceStep): string {
  if (kind === 'list-create' || kind === 'list-change' || kind === 'list-remove')
    return t(`places.listStep.${kind}`, { name });
  const what = t(`places.step.${kind}`, { count });
  return name === '' ? what : t('places.stepOf', { what, name });
}

let lastSwap: Promise<unknown> = Promise.resolve();

/** Runs this after those that were asked for before it, also after one that has failed. */
function runExclusive(run: () => Promise<void>): Promise<void> {
  const swapped = lastSwap.then(run, run);
  lastSwap = swapped;
  return swapped;
}

/** Returns the last step and the one that was undone last, with the functions that undo and do again. */
export function usePlaceHistory() {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const say = useSay();
  const { undo = null, redo = null } = useQuery(query.places.history.queryOptions()).data ?? {};
  const swap = (how: 'undo' | 'redo') =>
    act(() =>
      runExclusive(async () => {
        // What the buttons say may be older than the last edit, above all when the keys are pressed fast.
        const step = (await client.places.history())[how];
        if (step === null) return;
        const { skipped } = await client.places[how]({ stepId: step.stepId });
        const message = t(`places.swapped.${how}`, { what: stepText(t, step) });
        if (skipped === 0) say({ message, color: 'teal' });
        else say({ title: message, message: t('places.skipped', { count: skipped }), color: 'orange' });
      }),
    );
  return {
    undo: { step: undo, run: () => swap('undo') },
    redo: { step: redo, run: () => swap('redo') },
  };
}

const takesText = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLElement && target.isContentEditable) ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type));

function swapOf(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'y' || (key === 'z' && event.shiftKey)) return 'redo';
  return key === 'z' ? 'undo' : null;
}

/** Makes Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y undo edits of places and do them again, outside of text fields. */
export function usePlaceHistoryKeys({ undo, redo }: ReturnType<typeof usePlaceHistory>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const how = swapOf(event);
      if (how === null || takesText(event.target) || event.defaultPrevented) return;
      event.preventDefault();
      (how === 'undo' ? undo : redo).run();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [undo, redo]);
}
