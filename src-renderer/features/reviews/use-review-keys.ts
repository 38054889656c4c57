import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import { type RefObject, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import type { Statement } from '../../../src-preload/contract/reviews.ts';
import { useApi, useSettings } from '../../kit/client/api.tsx';
import { reviewStore } from '../../kit/state/review-store.ts';
import { haveOthersKeys, takesText } from '../../kit/ui/outside-of-text.ts';
import { useAct, useSay } from '../../kit/ui/use-act.ts';
import { runDeferredKeys } from './deferred-keys.ts';
import { moveInQueue } from './review-actions.ts';
import { insertText, leaveField } from './typed-ahead.ts';
import { useDrawRemark } from './use-draw-remark.ts';
import { useReasons } from './use-reasons.ts';
import { verdictKeys } from './verdict-buttons.tsx';

/** The highest rating. */
const maxRating = 5;

interface ReviewKeysOptions {
  scene: SceneDetails;
  state: (statement: Statement) => void;
  /** The element with the fields of the review. */
  fields: RefObject<HTMLElement | null>;
}

/** Tells the user of keys that had no effect, because the scene they were meant for was not displayed or took too long. */
function useDroppedKeysNotice() {
  const { t } = useTranslation();
  const say = useSay();
  const count = useStore(reviewStore, (each) => each.droppedKeys);
  useEffect(() => {
    if (count === 0) return;
    say({ message: t('reviews.droppedKeys', { count }), color: 'orange' });
    reviewStore.setState({ droppedKeys: 0 });
  }, [count, say, t]);
}

/** Handles the keys of the review mode while a queue is open. They also work in the list, where letters start a search in no other mode. */
export function useReviewKeys({ scene, state, fields }: ReviewKeysOptions) {
  const { client } = useApi();
  const act = useAct();
  useDroppedKeysNotice();
  const isOn = useSettings()?.workspace.singleKeys !== false;
  const queueId = useStore(reviewStore, (each) => each.queueId);
  const focus = (selector: string) => {
    const field = fields.current?.querySelector<HTMLElement>(selector);
    field?.focus();
    // A browser puts the caret before a text that is there already.
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length);
  };
  const press = (verdict: string) =>
    fields.current?.querySelector<HTMLElement>(`[data-verdict="${verdict}"]`)?.click();
  const go = (to: 'next' | 'previous' | 'left') => {
    if (queueId !== null) act(() => moveInQueue(client, queueId, to));
  };
  const { reasons, add } = useReasons();
  const reject = (reason: string) => {
    state({ field: 'verdict', value: { verdict: 'rejected', reason } });
    reviewStore.setState({ isRejecting: false, typedReason: '' });
  };
  /** A digit is a rating; after the deferred key of a rejection it is a reason. */
  const digit = (value: number) => {
    const reason = reasons[value - 1];
    if (reviewStore.getState().isRejecting) {
      if (reason !== undefined) reject(reason);
    } else if (value <= maxRating) state({ field: 'rating', value: value === 0 ? null : value });
  };
  /** Takes what was typed ahead as a new reason; Enter has ended it or not. */
  const typeReason = (text: string) => {
    const reason = text.trim();
    if (!text.endsWith('\n')) reviewStore.setState({ typedReason: text });
    else {
      if (reason !== '') add(reason);
      reject(reason);
    }
  };
  const drawRemark = useDrawRemark(scene.librarySceneId);
  const actions = new Map<string, () => void>([
    ['J', () => go('next')],
    ['K', () => go('previous')],
    ['Q', () => go('left')],
    [verdictKeys.accepted, () => press('accepted')],
    [verdictKeys.rejected, () => press('rejected')],
    [verdictKeys['needs-task'], () => press('needs-task')],
    ...Array.from({ length: 10 }, (_, value) => [String(value), () => digit(value)] as const),
    ['T', () => focus('[data-review-tags]')],
    ['E', () => focus('[data-review-notes] textarea')],
    ['I', () => drawRemark('point')],
    ['U', () => drawRemark('line')],
    ['G', () => drawRemark('area')],
  ]);
  const onKey = (name: string) => (event: KeyboardEvent) => {
    const { target } = event;
    if (!isOn || queueId === null || event.defaultPrevented || haveOthersKeys(target)) return;
    if (fields.current?.checkVisibility() !== true) return;
    event.preventDefault();
    // While the next scene is loading, keys are deferred for it (`deferred-keys.ts`).
    if (reviewStore.getState().goingTo === null) actions.get(name)?.();
  };
  useHotkeys(
    [...actions.keys()].map((name): HotkeyItem => [name, onKey(name), { preventDefault: false }]),
    [],
  );
  const goingTo = useStore(reviewStore, (each) => each.goingTo);
  const { librarySceneId } = scene;
  useEffect(() => {
    if (goingTo === null) return;
    const isShown = isOn && fields.current?.checkVisibility() === true;
    runDeferredKeys(librarySceneId, (name, text, isLeft) => {
      if (!isShown) return;
      actions.get(name)?.();
      if (name === verdictKeys.rejected) {
        if (isLeft) reviewStore.setState({ isRejecting: false, typedReason: '' });
        else if (text !== '') typeReason(text);
        return;
      }
      const field = document.activeElement;
      if (!takesText(field)) return;
      if (text !== '') insertText(field, text);
      if (isLeft) leaveField(field);
    });
  });
}
