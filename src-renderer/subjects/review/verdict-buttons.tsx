import { Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import {
  reviewBounds,
  type Statement,
  type Verdict,
  type VerdictValue,
} from '../../../src-preload/contract/reviews.ts';
import { useApi, useSettings } from '../../client/api.tsx';
import { reviewStore } from '../../state/review-store.ts';
import { useAct } from '../../ui/use-act.ts';
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

/** The menu of reasons for a rejection: the first nine have a digit as key. A new reason is added to the list. */
function Reasons({ reason, onReason }: ReasonsProps) {
  const { t } = useTranslation();
  const { reasons, add } = useReasons();
  const [typed, setTyped] = useState('');
  const digitOf = (key: string) => (/^[1-9]$/.test(key) ? reasons[Number(key) - 1] : undefined);
  return (
    <Stack
      gap={4}
      onKeyDown={(event) => {
        const chosen = event.target instanceof HTMLInputElement ? undefined : digitOf(event.key);
        if (chosen === undefined) return;
        event.preventDefault();
        // Elsewhere the digits are ratings.
        event.stopPropagation();
        onReason(chosen);
      }}
      data-testid="review-reasons"
    >
      <Button
        size="compact-sm"
        variant={reason === '' ? 'light' : 'subtle'}
        justify="flex-start"
        data-autofocus
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
      <TextInput
        size="xs"
        label={t('reviews.newReason')}
        value={typed}
        maxLength={reviewBounds.reason}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          const text = typed.trim();
          if (event.key !== 'Enter' || text === '') return;
          event.preventDefault();
          add(text);
          onReason(text);
        }}
      />
    </Stack>
  );
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
  const isRejecting = useStore(reviewStore, (each) => each.isRejecting);
  const setRejecting = (isOpen: boolean) => reviewStore.setState({ isRejecting: isOpen });
  const press = (value: Verdict) => {
    if (value === 'rejected') setRejecting(true);
    else if (value === 'needs-task')
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
        position="bottom"
      >
        <Group gap={6} role="group" aria-label={t('reviews.verdict')}>
          {button('accepted')}
          <Popover.Target>{button('rejected')}</Popover.Target>
          {button('needs-task')}
        </Group>
        <Popover.Dropdown aria-label={t('reviews.reasons')} w={300}>
          <Reasons
            reason={verdict?.reason ?? ''}
            onReason={(reason) => {
              state({ field: 'verdict', value: { verdict: 'rejected', reason } });
              setRejecting(false);
            }}
          />
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
