import { Button, Progress, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { PauseReason, TransferSummary } from '../../../src-preload/contract/delivery.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatBytes, formatDuration, formatNumber, formatRate } from '../../kit/i18n/format.ts';
import { useAct } from '../../kit/ui/use-act.ts';
import classes from './transfer.module.css';
import { transfersStore } from './transfers-store.ts';

/** Returns the number of unfinished files of the batch. */
export const openCount = ({ running, queued, waiting, paused }: TransferSummary) =>
  running + queued + waiting + paused;

/** Returns the downloaded percentage of the batch: of its bytes, or of its files while a size is not known. */
export function batchPercent(summary: TransferSummary): number {
  const { done, doneBytes, totalBytes, unsized } = summary;
  const [part, whole] = unsized > 0 ? [done, done + openCount(summary)] : [doneBytes, totalBytes];
  return whole > 0 ? Math.min(100, (100 * part) / whole) : 0;
}

function batchText(t: TFunction, language: string, summary: TransferSummary): string {
  const { done, doneBytes, totalBytes, unsized, bytesPerSecond, secondsLeft } = summary;
  const parts = [
    t('downloads.summaryFiles', {
      done: formatNumber(language, done),
      total: formatNumber(language, done + openCount(summary)),
    }),
  ];
  if (unsized > 0 && doneBytes > 0) parts.push(formatBytes(language, doneBytes));
  if (unsized === 0 && totalBytes > 0)
    parts.push(
      t('downloads.amount', {
        done: formatBytes(language, doneBytes),
        total: formatBytes(language, totalBytes),
      }),
    );
  if (bytesPerSecond > 0) parts.push(formatRate(language, bytesPerSecond));
  if (secondsLeft !== null) parts.push(t('downloads.left', { time: formatDuration(language, secondsLeft) }));
  if (unsized > 0) parts.push(t('downloads.unsized', { count: unsized }));
  return parts.join(' · ');
}

function pauseText(t: TFunction, language: string, { because, bytesPerSecond, until }: PauseReason): string {
  if (because === 'metered') return t('downloads.held.metered');
  return bytesPerSecond === 0
    ? t('downloads.held.quietStop', { until })
    : t('downloads.held.quietUntil', { until, rate: formatRate(language, bytesPerSecond) });
}

/** The button that pauses all transfers, or resumes all if none is active. */
export function PauseAllButton() {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const { running, queued, waiting, paused } = useStore(transfersStore, (state) => state.summary);
  const goOn = running + queued + waiting === 0 && paused > 0;
  return (
    <Button
      size="compact-xs"
      variant="default"
      disabled={running + queued + waiting + paused === 0}
      leftSection={
        goOn ? <IconPlayerPlay size={13} aria-hidden /> : <IconPlayerPause size={13} aria-hidden />
      }
      onClick={() => act(() => (goOn ? client.delivery.resumeAll() : client.delivery.pauseAll()))}
    >
      {goOn ? t('downloads.resumeAll') : t('downloads.pauseAll')}
    </Button>
  );
}

/** The progress, rate and remaining time of all transfers that were added since the queue was last empty. */
export function BatchProgress() {
  const { t, i18n } = useTranslation();
  const summary = useStore(transfersStore, (state) => state.summary);
  const { query } = useApi();
  const pauseReason = useQuery(query.delivery.pauseReason.queryOptions()).data;
  if (openCount(summary) === 0) return null;
  const text = batchText(t, i18n.language, summary);
  const why = pauseReason ? pauseText(t, i18n.language, pauseReason) : null;
  return (
    <div data-testid="batch">
      <Progress size={6} value={batchPercent(summary)} aria-label={t('downloads.progress')} />
      <Text size="xs" c="var(--nadir-quiet)" mt={4} truncate title={text} className={classes.text}>
        {text}
      </Text>
      {why !== null && (
        <Text size="xs" c="var(--nadir-warning)">
          {why}
        </Text>
      )}
    </div>
  );
}
