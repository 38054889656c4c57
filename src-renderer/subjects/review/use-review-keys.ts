import { type HotkeyItem, useHotkeys } from '@mantine/hooks';
import type { RefObject } from 'react';
import { useStore } from 'zustand';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import type { Statement } from '../../../src-preload/contract/reviews.ts';
import { useApi, useSettings } from '../../client/api.tsx';
import { type RemarkShape, reviewStore } from '../../state/review-store.ts';
import { takesText } from '../../ui/outside-of-text.ts';
import { useAct } from '../../ui/use-act.ts';
import { openQueueAt } from './review-actions.ts';
import { useDrawRemark } from './use-draw-remark.ts';
import { useReasons } from './use-reasons.ts';
import { verdictKeys } from './verdict-buttons.tsx';

/** The highest rating. */
const mostStars = 5;

interface ReviewKeysOptions {
  scene: SceneDetails;
  state: (statement: Statement) => void;
  /** The element with the fields of the review. */
  fields: RefObject<HTMLElement | null>;
}

/** The keys of the review mode: they act while a queue is open, also in the list, where letters search in no other mode. */
export function useReviewKeys({ scene, state, fields }: ReviewKeysOptions) {
  const { client } = useApi();
  const act = useAct();
  const isOn = useSettings()?.workspace.singleKeys !== false;
  const queueId = useStore(reviewStore, (each) => each.queueId);
  const key = (run: () => void) => (event: KeyboardEvent) => {
    const { target } = event;
    if (!isOn || queueId === null || takesText(target)) return;
    // A dialog, a menu or the choice of a reason has its own keys.
    if (target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null) return;
    if (fields.current?.checkVisibility() !== true) return;
    event.preventDefault();
    run();
  };
  const focus = (selector: string) => fields.current?.querySelector<HTMLElement>(selector)?.focus();
  const press = (verdict: string) =>
    fields.current?.querySelector<HTMLElement>(`[data-verdict="${verdict}"]`)?.click();
  const go = (to: 'next' | 'previous' | 'left') =>
    act(async () => {
      const queue = (await client.reviews.queues()).find((each) => each.queueId === queueId);
      if (queue === undefined) return;
      if (to === 'left') return openQueueAt(client, queue.queueId, 'left');
      const position = queue.position + (to === 'next' ? 1 : -1);
      if (position >= 0 && position < queue.total) await openQueueAt(client, queue.queueId, position);
    });
  const { reasons } = useReasons();
  /** A digit is a rating. After the key of a rejection it is a reason, also before the list of reasons has the focus. */
  const digit = (value: number) =>
    key(() => {
      if (!reviewStore.getState().isRejecting) {
        if (value <= mostStars) state({ field: 'rating', value: value === 0 ? null : value });
        return;
      }
      const reason = reasons[value - 1];
      if (reason === undefined) return;
      state({ field: 'verdict', value: { verdict: 'rejected', reason } });
      reviewStore.setState({ isRejecting: false });
    });
  const drawRemark = useDrawRemark(scene.librarySceneId);
  const draw = (shape: RemarkShape) => key(() => drawRemark(shape));
  const keep = { preventDefault: false };
  useHotkeys(
    [
      ['J', key(() => go('next')), keep],
      ['K', key(() => go('previous')), keep],
      ['Q', key(() => go('left')), keep],
      [verdictKeys.accepted, key(() => press('accepted')), keep],
      [verdictKeys.rejected, key(() => press('rejected')), keep],
      [verdictKeys['needs-task'], key(() => press('needs-task')), keep],
      ...Array.from({ length: 10 }, (_, value): HotkeyItem => [String(value), digit(value), keep]),
      ['T', key(() => focus('[data-review-tags]')), keep],
      ['E', key(() => focus('[data-review-notes] textarea')), keep],
      ['I', draw('point'), keep],
      ['U', draw('line'), keep],
      ['G', draw('area'), keep],
    ],
    [],
  );
}
