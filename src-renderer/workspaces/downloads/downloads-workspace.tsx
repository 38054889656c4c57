import { ActionIcon, Group, Progress, Text, Tooltip } from '@mantine/core';
import { IconFolderOpen, IconMap, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Transfer } from '../../../src-preload/contract/delivery.ts';
import { useApi } from '../../client/api.tsx';
import { transfersStore } from '../../client/transfers-store.ts';
import { formatBytes, formatDuration, formatRate, formatUtc } from '../../i18n/format.ts';
import { errorText } from '../../shell/error-note.tsx';
import classes from '../../shell/shell.module.css';
import { VirtualRows } from '../../shell/virtual-rows.tsx';
import { mapStore, zoomToBox } from '../../state/map-store.ts';

function useProgressText() {
  const { t, i18n } = useTranslation();
  return (transfer: Transfer): string => {
    const { doneBytes, totalBytes, bytesPerSecond, state } = transfer;
    const amount =
      totalBytes === null
        ? formatBytes(i18n.language, doneBytes)
        : t('downloads.amount', { done: formatBytes(i18n.language, doneBytes), total: formatBytes(i18n.language, totalBytes) });
    if (state === 'running' && bytesPerSecond !== null && bytesPerSecond > 0) {
      const left = totalBytes === null ? null : formatDuration(i18n.language, (totalBytes - doneBytes) / bytesPerSecond);
      return [amount, formatRate(i18n.language, bytesPerSecond), left && t('downloads.left', { time: left })].filter(Boolean).join(' · ');
    }
    if (state === 'waiting' && transfer.error) {
      const until = transfer.waitsUntil ? ` · ${t('downloads.until', { at: formatUtc(i18n.language, transfer.waitsUntil) })}` : '';
      return `${errorText(t, transfer.error).title}${until}`;
    }
    if (state === 'failed' && transfer.error) {
      const { title, hint } = errorText(t, transfer.error);
      return `${title} ${hint}`;
    }
    return [t(`downloads.state.${state}`), amount].join(' · ');
  };
}

export function TransferButtons({ transfer }: { transfer: Transfer }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const { fileId, state } = transfer;
  const running = ['queued', 'running', 'waiting'].includes(state);
  return (
    <Group gap={2} wrap="nowrap">
      {running && (
        <Tooltip label={t('downloads.pause')}>
          <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('downloads.pauseFile', { file: transfer.fileName })} onClick={() => void client.delivery.pause({ fileId })}>
            <IconPlayerPause size={14} />
          </ActionIcon>
        </Tooltip>
      )}
      {(state === 'paused' || state === 'failed' || state === 'waiting') && (
        <Tooltip label={state === 'paused' ? t('downloads.resume') : t('common.tryAgain')}>
          <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('downloads.resumeFile', { file: transfer.fileName })} onClick={() => void client.delivery.resume({ fileId })}>
            <IconPlayerPlay size={14} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={t('downloads.remove')}>
        <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('downloads.removeFile', { file: transfer.fileName })} onClick={() => void client.delivery.remove({ fileId })}>
          <IconTrash size={14} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

function TransferRow({ transfer }: { transfer: Transfer }) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const text = useProgressText()(transfer);
  const info = useQuery(query.app.info.queryOptions()).data;
  const showOnMap = async () => {
    const scene = await client.library.get({ librarySceneId: transfer.librarySceneId });
    mapStore.setState({ selectedSceneId: transfer.librarySceneId });
    if (scene.bbox) zoomToBox(scene.bbox);
  };
  const value = transfer.totalBytes ? (100 * transfer.doneBytes) / transfer.totalBytes : transfer.state === 'done' ? 100 : 0;
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap={6}>
        <Text size="sm" truncate title={transfer.fileName}>
          {transfer.fileName}
        </Text>
        <Group gap={2} wrap="nowrap">
          <Tooltip label={t('library.showOnMap')}>
            <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('downloads.mapFile', { file: transfer.fileName })} onClick={() => void showOnMap()}>
              <IconMap size={14} />
            </ActionIcon>
          </Tooltip>
          {transfer.state === 'done' && info?.capabilities.revealInFolder && (
            <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('library.reveal')} onClick={() => void client.app.revealFile({ fileId: transfer.fileId })}>
              <IconFolderOpen size={14} />
            </ActionIcon>
          )}
          <TransferButtons transfer={transfer} />
        </Group>
      </Group>
      <Progress value={value} size={4} color={transfer.state === 'failed' ? 'red' : transfer.state === 'waiting' ? 'yellow' : undefined} aria-label={t('downloads.progressFile', { file: transfer.fileName })} />
      <Text size="xs" c="var(--nadir-quiet)" truncate title={text}>
        {text}
      </Text>
    </>
  );
}

export function DownloadsWorkspace() {
  const { t } = useTranslation();
  const { query } = useApi();
  const list = useQuery(query.delivery.list.queryOptions()).data ?? [];
  const live = useStore(transfersStore, (state) => state.byFile);
  const selected = useStore(mapStore, (state) => state.selectedSceneId);
  const transfers = [...list].reverse().map((transfer) => live.get(transfer.fileId) ?? transfer);
  const noRange = useCallback(() => undefined, []);
  return (
    <>
      <div className={classes.paneHead}>
        <h2 className={classes.paneTitle}>{t('downloads.title')}</h2>
      </div>
      {transfers.length === 0 && (
        <Text p="md" size="sm" c="var(--nadir-quiet)">
          {t('downloads.empty')}
        </Text>
      )}
      <VirtualRows
        label={t('downloads.title')}
        count={transfers.length}
        rowHeight={66}
        selectedIndex={null}
        hoveredIndex={null}
        onSelect={(index) => {
          const id = transfers[index]?.librarySceneId ?? null;
          if (id !== selected) mapStore.setState({ selectedSceneId: id });
        }}
        onHover={(index) => mapStore.setState({ hoveredSceneId: index === null ? null : (transfers[index]?.librarySceneId ?? null) })}
        onRange={noRange}
        render={(index) => {
          const transfer = transfers[index];
          return transfer ? <TransferRow transfer={transfer} /> : null;
        }}
      />
    </>
  );
}
