import { ActionIcon, Button, Group, Menu, Modal, Progress, Stack, Text, Tooltip } from '@mantine/core';
import { IconDots, IconDownload, IconMap } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SceneDetails, SceneFile } from '../../../src-preload/contract/library.ts';
import { useApi } from '../../client/api.tsx';
import { useTransfer } from '../../client/transfers-store.ts';
import { formatBytes } from '../../i18n/format.ts';
import { ErrorNote } from '../../shell/error-note.tsx';
import { mapStore, zoomToBox } from '../../state/map-store.ts';
import { TransferButtons } from '../downloads/downloads-workspace.tsx';

const knownAttachments = ['delivery_zip', 'footprint', 'thumbnail', 'preview'] as const;

function useFileLabel() {
  const { t } = useTranslation();
  return (file: SceneFile) => {
    if (file.kind === 'raster') return t('library.raster', { bands: file.bands.join(', ') || file.fileName });
    const known = knownAttachments.find((name) => name === file.name);
    return known ? t(`library.attachment.${known}`) : file.name;
  };
}

/** Draws the raster and goes there. */
export function showRaster(scene: SceneDetails, file: SceneFile) {
  mapStore.setState({ shownRaster: { fileId: file.fileId, bandMode: 'true-colour' }, selectedSceneId: scene.librarySceneId });
  if (scene.bbox) zoomToBox(scene.bbox);
}

function FileMenu({ file }: { file: SceneFile }) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const [asked, setAsked] = useState(false);
  const info = useQuery(query.app.info.queryOptions()).data;
  const remove = useMutation({ mutationFn: () => client.library.deleteFile({ fileId: file.fileId }), onSuccess: () => setAsked(false) });
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('library.more', { file: file.fileName })}>
            <IconDots size={14} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {info?.capabilities.revealInFolder && <Menu.Item onClick={() => void client.app.revealFile({ fileId: file.fileId })}>{t('library.reveal')}</Menu.Item>}
          {file.sha256 !== null && <Menu.Item onClick={() => void navigator.clipboard.writeText(file.sha256 ?? '')}>{t('library.copyChecksum')}</Menu.Item>}
          <Menu.Item color="red" onClick={() => setAsked(true)}>
            {t('library.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal opened={asked} onClose={() => setAsked(false)} title={t('library.deleteTitle')} closeButtonProps={{ 'aria-label': t('common.close') }} centered>
        <Stack>
          <Text size="sm">{t('library.deleteBody', { file: file.fileName })}</Text>
          {remove.isError && <ErrorNote error={remove.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsked(false)}>
              {t('common.back')}
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('library.delete')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

function FileRow({ scene, file }: { scene: SceneDetails; file: SceneFile }) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const label = useFileLabel()(file);
  const transfer = useTransfer(file.fileId);
  const moving = transfer !== undefined && transfer.state !== 'done' && file.state !== 'on-disk';
  const download = useMutation({ mutationFn: () => client.delivery.download({ fileIds: [file.fileId] }) });
  return (
    <Stack gap={2} data-testid={`file-${file.name}`} data-state={file.state}>
      <Group justify="space-between" wrap="nowrap" gap={6}>
        <Tooltip label={file.fileName} withinPortal>
          <Text size="xs" truncate>
            {label}
          </Text>
        </Tooltip>
        <Group gap={4} wrap="nowrap">
          {file.sizeBytes !== null && (
            <Text size="xs" c="var(--nadir-quiet)" style={{ whiteSpace: 'nowrap' }}>
              {formatBytes(i18n.language, file.sizeBytes)}
            </Text>
          )}
          {file.state === 'on-disk' && file.kind === 'raster' && (
            <Tooltip label={t('library.showOnMap')}>
              <ActionIcon size="sm" variant="light" aria-label={t('library.showFile', { file: label })} onClick={() => showRaster(scene, file)}>
                <IconMap size={14} />
              </ActionIcon>
            </Tooltip>
          )}
          {!moving && (file.state === 'remote' || file.state === 'missing') && (
            <Tooltip label={file.state === 'missing' ? t('library.missing') : t('library.download')}>
              <ActionIcon size="sm" variant="light" aria-label={t('library.downloadFile', { file: label })} loading={download.isPending} onClick={() => download.mutate()}>
                <IconDownload size={14} />
              </ActionIcon>
            </Tooltip>
          )}
          {moving && transfer && <TransferButtons transfer={transfer} />}
          {file.state === 'on-disk' && <FileMenu file={file} />}
        </Group>
      </Group>
      {moving && transfer && (
        <Progress size={3} value={transfer.totalBytes ? (100 * transfer.doneBytes) / transfer.totalBytes : 0} aria-label={t('downloads.progressFile', { file: file.fileName })} />
      )}
      {download.isError && <ErrorNote error={download.error} />}
    </Stack>
  );
}

export function SceneFiles({ scene }: { scene: SceneDetails }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const wanted = scene.files.filter((file) => file.state === 'remote' || file.state === 'missing');
  return (
    <Stack gap={6}>
      {scene.files.map((file) => (
        <FileRow key={file.fileId} scene={scene} file={file} />
      ))}
      {wanted.length > 1 && (
        <Button size="compact-xs" variant="default" onClick={() => void client.delivery.download({ fileIds: wanted.map((file) => file.fileId) })}>
          {t('library.downloadAll', { count: wanted.length })}
        </Button>
      )}
    </Stack>
  );
}
