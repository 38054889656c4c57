import { Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import {
  reviewBounds,
  type Statement,
  type Verdict,
  type VerdictValue,
} from '../../../src-preload/contract/reviews.ts';
import { useActiveScope, useApi, useSettings } from '../../kit/client/api.tsx';
import { reviewStore } from '../../kit/state/review-store.ts';
import { takesText } from '../../kit/ui/outside-of-text.ts';
import { useAct, useSay } from '../../kit/ui/use-act.ts';
import { requestTask } from './review-actions.ts';
import { verdictAction } from './review-words.ts';
import { useReasons } from './use-reasons.ts';

/** The key of each verdict. */
export const verdictKeys: Readonly<Record<Verdict, string>> = {
  accepted: 'Y',
  rejected: 'X',
  'needs-task': 'W',
};

interface ReasonsProps {
  reason: string;
  onReason: (reason: string) => void;
}

const typeReason = (typedReason: string) => reviewStore.setState({ typedReason });

/** The menu of reasons for a rejection: the first nine have a digit as key. A new reason is added to the list. */
function Reasons({ reason, onReason }: ReasonsProps) {
  const { t } = useTranslation();
  const { reasons } = useReasons();
  const typed = useStore(reviewStore, (each) => each.typedReason);
  const field = useRef<HTMLInputElement>(null);
  // Before the next key: composed letters (á, ñ) go to a field that has the focus, or nowhere.
  useLayoutEffect(() => {
    const input = field.current;
    input?.focus({ preventScroll: true });
    // A browser puts the caret before a text that is there already.
    input?.setSelectionRange(input.value.length, input.value.length);
  }, []);
  return (
    <Stack gap={4} data-testid="review-reasons">
      <TextInput
        ref={field}
        size="xs"
        label={t('reviews.newReason')}
        placeholder={t('reviews.noReason')}
        value={typed}
        maxLength={reviewBounds.reason}
        data-autofocus
        onChange={(event) => typeReason(event.currentTarget.value)}
      />
      <Button
        size="compact-sm"
        variant={reason === '' ? 'light' : 'subtle'}
        justify="flex-start"
        onClick={() => onReason('')}
      >
        {t('reviews.noReason')}
      </Button>
      {reasons.map((each, i) => (
        <Button
          key={each}
          size="compact-sm"
          variant={each === reason ? 'light' : 'subtle'}
          justify="flex-start"
          leftSection={i < 9 ? <Text size="xs">{i + 1}</Text> : undefined}
          onClick={() => onReason(each)}
        >
          {each}
        </Button>
      ))}
    </Stack>
  );
}

/**
 * Handles the keys while the list of reasons is open, wherever the focus is: it may still be on its way into the list. A digit selects a
 * reason, and anything else that is typed is a new one, which Enter adds; Enter in the empty field rejects without a reason.
 */
function useReasonKeys(isOpen: boolean, onReason: (reason: string) => void) {
  const { reasons, add } = useReasons();
  const run = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const typed = reviewStore.getState().typedReason;
    const isInList = target instanceof Element && target.closest('[data-testid="review-reasons"]') !== null;
    if (takesText(target) && !isInList) return;
    const chosen = typed === '' && /^[1-9]$/.test(key) ? reasons[Number(key) - 1] : undefined;
    if (chosen !== undefined) onReason(chosen);
    else if (key === 'Enter' && typed.trim() !== '') {
      add(typed.trim());
      onReason(typed.trim());
    } else if (key === 'Enter' && takesText(target)) onReason('');
    else if (takesText(target) || [...key].length !== 1 || (key === ' ' && typed === '')) return;
    else typeReason((typed + key).slice(0, reviewBounds.reason));
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => run(event);
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, [isOpen]);
}

interface VerdictButtonsProps {
  scene: SceneDetails;
  verdict: VerdictValue | null;
  state: (statement: Statement) => void;
}

/**
 * The buttons of the three verdicts; the current one is pressed. A second press does not clear it, because a key is easily pressed twice.
 */
export function VerdictButtons({ scene, verdict, state }: VerdictButtonsProps) {
  const { t } = useTranslation();
  const { client } = useApi();
  const settings = useSettings();
  const act = useAct();
  const say = useSay();
  const scope = useActiveScope();
  const isRejecting = useStore(reviewStore, (each) => each.isRejecting);
  const setRejecting = (isOpen: boolean) => reviewStore.setState({ isRejecting: isOpen, typedReason: '' });
  const reject = (reason: string) => {
    state({ field: 'verdict', value: { verdict: 'rejected', reason } });
    setRejecting(false);
  };
  useReasonKeys(isRejecting, reject);
  // An open list would reject the next scene.
  useEffect(() => () => reviewStore.setState({ isRejecting: false, typedReason: '' }), []);
  const press = (value: Verdict) => {
    if (value === 'rejected') setRejecting(true);
    else if (value === 'needs-task' && scope === null) {
      // The form would have no contract to send to, and whoever never orders would leave the queue for nothing.
      state({ field: 'verdict', value: { verdict: value, reason: '' } });
      say({ message: t('reviews.taskLater'), color: 'blue' });
    } else if (value === 'needs-task')
      act(() =>
        requestTask(client, scene.librarySceneId, {
          format: settings?.coordinateFormat ?? 'dd',
          stored: settings?.workspace.draft,
        }),
      );
    else state({ field: 'verdict', value: { verdict: value, reason: '' } });
  };
  const button = (value: Verdict) => (
    <Button
      key={value}
      size="compact-sm"
      px={6}
      flex="1 1 auto"
      title={`${verdictAction(t, value)} (${verdictKeys[value]})`}
      variant={verdict?.verdict === value ? 'filled' : 'default'}
      aria-pressed={verdict?.verdict === value}
      data-verdict={value}
      onClick={() => press(value)}
    >
      {verdictAction(t, value)}
    </Button>
  );
  return (
    <Stack gap={4}>
      <Popover
        opened={isRejecting}
        onChange={setRejecting}
        trapFocus
        returnFocus
        withinPortal
        transitionProps={{ duration: 0 }}
        position="bottom"
      >
        <Group gap={6} role="group" aria-label={t('reviews.verdict')}>
          {button('accepted')}
          <Popover.Target>{button('rejected')}</Popover.Target>
          {button('needs-task')}
        </Group>
        <Popover.Dropdown aria-label={t('reviews.reasons')} w={300}>
          <Reasons reason={verdict?.reason ?? ''} onReason={reject} />
        </Popover.Dropdown>
      </Popover>
      {verdict !== null && (
        <Group justify="space-between" wrap="nowrap" gap={6}>
          <Text size="xs" c="var(--nadir-quiet)" style={{ overflowWrap: 'anywhere' }}>
            {verdict.reason === '' ? '' : t('reviews.becauseOf', { reason: verdict.reason })}
          </Text>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            style={{ flex: 'none' }}
            onClick={() => state({ field: 'verdict', value: null })}
          >
            {t('reviews.takeBack')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
