import { ActionIcon, Group, Progress, Text, Tooltip } from '@mantine/core';
import { IconFolderOpen, IconMap } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Transfer } from '../../../src-preload/contract/delivery.ts';
import { useApi } from '../../client/api.tsx';
import { transfersStore } from '../../client/transfers-store.ts';
import classes from '../../shell/shell.module.css';
import { useAct } from '../../shell/use-act.ts';
import { VirtualList } from '../../shell/virtual-rows.tsx';
import { mapStore, zoomToBox } from '../../state/map-store.ts';
import { showRaster } from '../library/show-raster.ts';
import { TransferButtons } from './transfer-buttons.tsx';
import { transferPercent, transferText } from './transfer-text.ts';

function progressColour(state: Transfer['state']): string {
  if (state === 'failed') return 'red';
  return state === 'waiting' ? 'yellow' : 'tide';
}

const TransferRow = memo(function TransferRow({
  transfer,
  reveals,
}: {
  transfer: Transfer;
  reveals: boolean;
}) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const text = transferText(t, i18n.language, transfer);
  const { fileId, fileName: file, librarySceneId, state } = transfer;
  const showOnMap = async () => {
    const scene = await client.library.get({ librarySceneId });
    const raster = scene.files.find(
      (each) => each.fileId === fileId && each.kind === 'raster' && each.state === 'on-disk',
    );
    if (raster) return showRaster(scene, raster);
    mapStore.setState({ selectedSceneId: librarySceneId });
    if (scene.bbox) zoomToBox(scene.bbox);
  };
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap={6}>
        <Text size="sm" truncate title={file}>
          {file}
        </Text>
        <Group gap={2} wrap="nowrap">
          <Tooltip label={t('library.showOnMap')}>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={t('downloads.mapFile', { file })}
              onClick={() => act(showOnMap)}
            >
              <IconMap size={14} />
            </ActionIcon>
          </Tooltip>
          {state === 'done' && reveals && (
            <Tooltip label={t('library.reveal')}>
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={t('library.revealFile', { file })}
                onClick={() => act(() => client.app.revealFile({ fileId }))}
              >
                <IconFolderOpen size={14} />
              </ActionIcon>
            </Tooltip>
          )}
          <TransferButtons transfer={transfer} />
        </Group>
      </Group>
      <Progress
        value={transferPercent(transfer)}
        size={4}
        color={progressColour(state)}
        aria-label={t('downloads.progressFile', { file })}
      />
      <Text size="xs" c="var(--nadir-quiet)" truncate title={text}>
        {text}
      </Text>
    </>
  );
});

/** The queue and what came of it, latest first. */
export function DownloadsWorkspace() {
  const { t } = useTranslation();
  const { query } = useApi();
  const reveals = useQuery(query.app.info.queryOptions()).data?.capabilities.revealInFolder ?? false;
  const byFile = useStore(transfersStore, (state) => state.byFile);
  const transfers = useMemo(() => [...byFile.values()].reverse(), [byFile]);
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
      {transfers.length > 0 && (
        <VirtualList
          label={t('downloads.title')}
          count={transfers.length}
          rowHeight={66}
          keyOf={(index) => transfers[index]?.fileId ?? index}
          onHover={(index) =>
            mapStore.setState({
              hoveredSceneId: index === null ? null : (transfers[index]?.librarySceneId ?? null),
            })
          }
          render={(index) => {
            const transfer = transfers[index];
            return transfer ? <TransferRow transfer={transfer} reveals={reveals} /> : null;
          }}
        />
      )}
    </>
  );
}
