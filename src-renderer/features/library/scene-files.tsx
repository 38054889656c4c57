import { ActionIcon, Badge, Button, Group, Progress, Stack, Text, Tooltip } from '@mantine/core';
import { IconDownload, IconMap } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { isWithoutSource, type SceneDetails, type SceneFile } from '../../../src-preload/contract/library.ts';
import { countsAsArchiveOrder, wholeScene } from '../../../src-preload/contract/whole-scene.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatBytes } from '../../kit/i18n/format.ts';
import { hideShownRaster, mapStore } from '../../kit/state/map-store.ts';
import { select } from '../../kit/state/selection.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { FileName } from '../../kit/ui/file-name.tsx';
import { LinkButton } from '../../kit/ui/link-button.tsx';
import { useCommand } from '../../kit/ui/use-command.ts';
import { useKeptFocus } from '../../kit/ui/use-kept-focus.ts';
import { shownRastersStore } from '../../viewer/compare/shown-rasters.ts';
import { useDragOut } from '../../viewer/takeaway/file-actions.tsx';
import { TransferButtons } from '../downloads/transfer-buttons.tsx';
import { transferPercent, transferText } from '../downloads/transfer-text.ts';
import { useTransfer } from '../downloads/transfers-store.ts';
import { ArchiveOrderNote } from './archive-order-note.tsx';
import { FileMenu } from './file-menu.tsx';
import { showRaster } from './show-raster.ts';

const knownAttachments = ['delivery_zip', 'footprint', 'thumbnail', 'preview'] as const;

function fileLabel(t: TFunction, file: SceneFile): string {
  if (file.kind === 'raster') return t('library.raster', { bands: file.bands.join(', ') || file.fileName });
  const known = knownAttachments.find((name) => name === file.name);
  return known ? t(`library.attachment.${known}`) : file.name;
}

/** The label of a file. One that contains the file name is cut in its middle: the rasters of a scene differ at the end. */
function FileLabel({ file, label }: { file: SceneFile; label: string }) {
  return label.endsWith(file.fileName) ? <FileName name={label} isPlain /> : label;
}

/**
 * Returns true if the map shows this raster of the scene. That may be another one than was selected: the one that has the bands of the
 * style.
 */
function useIsShown({ librarySceneId }: SceneDetails, { fileId }: SceneFile): boolean {
  const selected = useStore(mapStore, (state) => state.shownRaster);
  const drawn = useStore(shownRastersStore, ({ shown }) => shown[0]?.styled.info ?? null);
  if (selected?.librarySceneId !== librarySceneId) return false;
  return (drawn?.librarySceneId === librarySceneId ? drawn : selected).fileId === fileId;
}

function ShowButton({ scene, file, label }: { scene: SceneDetails; file: SceneFile; label: string }) {
  const { t } = useTranslation();
  const shown = useIsShown(scene, file);
  return (
    <Tooltip label={shown ? t('map.hideRaster') : t('library.showOnMap')}>
      <ActionIcon
        size="sm"
        variant={shown ? 'filled' : 'light'}
        aria-label={t('library.showFile', { file: label })}
        aria-pressed={shown}
        onClick={() => (shown ? hideShownRaster() : showRaster(scene, file))}
      >
        <IconMap size={14} />
      </ActionIcon>
    </Tooltip>
  );
}

/** Names the other files with the content of a raster, so that one of them can be deleted. */
function SameFiles({ scene, file: { sameFiles } }: { scene: SceneDetails; file: SceneFile }) {
  const { t } = useTranslation();
  if (sameFiles.length === 0) return null;
  return (
    <Text size="xs" c="var(--nadir-quiet)" component="div" data-testid="same-files">
      {t('library.sameContent')}
      <ul style={{ margin: 0, paddingInlineStart: 16 }}>
        {sameFiles.map(({ fileId, librarySceneId, sceneId, fileName }) => (
          <li key={fileId} style={{ overflowWrap: 'anywhere' }}>
            {librarySceneId === scene.librarySceneId ? (
              fileName
            ) : (
              <LinkButton onClick={() => select('scene', librarySceneId)}>
                {t('library.sameFile', { file: fileName, scene: sceneId })}
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </Text>
  );
}

/** The name of a raster on the disk, which can be dragged to another program. */
function DraggedName({ file, label }: { file: SceneFile; label: string }) {
  return (
    <Text size="xs" component="div" truncate {...useDragOut(file)}>
      <FileLabel file={file} label={label} />
    </Text>
  );
}

function FileRow({ scene, file }: { scene: SceneDetails; file: SceneFile }) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const label = fileLabel(t, file);
  const transfer = useTransfer(file.fileId);
  const moving = transfer !== undefined && transfer.state !== 'done' && file.state !== 'on-disk';
  const download = useCommand({ mutationFn: () => client.delivery.download({ fileIds: [file.fileId] }) });
  const hasSource = !isWithoutSource(scene.connectionId, file.name);
  const focus = useKeptFocus<HTMLDivElement>(`${file.state} ${transfer?.state} ${download.status}`);
  return (
    <Stack
      gap={2}
      {...focus}
      data-testid={`file-${file.name}`}
      data-file={file.fileId}
      data-state={file.state}
    >
      <Group justify="space-between" wrap="nowrap" gap={6}>
        {file.kind === 'raster' && file.state === 'on-disk' ? (
          <DraggedName file={file} label={label} />
        ) : (
          <Tooltip label={file.fileName} withinPortal>
            <Text size="xs" component="div" truncate>
              <FileLabel file={file} label={label} />
            </Text>
          </Tooltip>
        )}
        <Group gap={4} wrap="nowrap">
          {file.state === 'away' && (
            <Tooltip label={t('libraryFolders.fileAwayHint')} multiline maw={320}>
              <Badge size="xs" variant="light" color="gray" tt="none" tabIndex={0}>
                {t('libraryFolders.fileAway')}
              </Badge>
            </Tooltip>
          )}
          {file.sizeBytes !== null && (
            <Text size="xs" c="var(--nadir-quiet)" style={{ whiteSpace: 'nowrap' }}>
              {formatBytes(i18n.language, file.sizeBytes)}
            </Text>
          )}
          {file.state === 'on-disk' && file.kind === 'raster' && (
            <ShowButton scene={scene} file={file} label={label} />
          )}
          {!hasSource && file.state === 'missing' && (
            <Text size="xs" c="var(--nadir-quiet)">
              {t('sceneImport.gone')}
            </Text>
          )}
          {!moving && hasSource && (file.state === 'remote' || file.state === 'missing') && (
            <Tooltip
              label={[
                file.state === 'missing' ? t('library.missing') : t('library.download'),
                countsAsArchiveOrder(file) ? t('library.archiveOrder') : null,
              ]
                .filter(Boolean)
                .join(' · ')}
              multiline
              maw={320}
            >
              <ActionIcon
                size="sm"
                variant="light"
                aria-label={t('library.downloadFile', { file: label })}
                loading={download.isPending}
                onClick={() => download.mutate()}
              >
                <IconDownload size={14} />
              </ActionIcon>
            </Tooltip>
          )}
          {moving && <TransferButtons transfer={transfer} />}
          {file.state === 'on-disk' && <FileMenu scene={scene} file={file} />}
        </Group>
      </Group>
      {file.badReason !== undefined && (
        <Text size="xs" c="var(--nadir-warning)">
          {t(`library.badFile.${file.badReason}`)}
        </Text>
      )}
      {file.state === 'on-disk' && <SameFiles scene={scene} file={file} />}
      {moving && (
        <>
          <Progress
            size={3}
            value={transferPercent(transfer)}
            aria-label={t('downloads.progressFile', { file: file.fileName })}
          />
          <Text size="xs" c="var(--nadir-quiet)">
            {transferText(t, i18n.language, transfer)}
          </Text>
        </>
      )}
      {download.isError && <ErrorNote error={download.error} />}
    </Stack>
  );
}

/** The files of a scene, each with its download or its actions. */
export function SceneFiles({ scene }: { scene: SceneDetails }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const { wanted, withoutArchive } = wholeScene(
    scene.files.filter(({ name }) => !isWithoutSource(scene.connectionId, name)),
  );
  const downloadAll = useCommand({
    mutationFn: () => client.delivery.download({ fileIds: wanted.map((file) => file.fileId) }),
  });
  return (
    <Stack gap={6}>
      {scene.files.map((file) => (
        <FileRow key={file.fileId} scene={scene} file={file} />
      ))}
      {/* All files of a scene are of one capture and one level. */}
      {wanted.some(countsAsArchiveOrder) && <ArchiveOrderNote orders={1} />}
      {wanted.length > 1 && (
        <Button
          size="compact-xs"
          variant="default"
          loading={downloadAll.isPending}
          onClick={() => downloadAll.mutate()}
        >
          {t('library.downloadAll', { count: wanted.length })}
        </Button>
      )}
      {wanted.length > 1 && withoutArchive && (
        <Text size="xs" c="var(--nadir-quiet)">
          {t('library.withoutArchive')}
        </Text>
      )}
      {downloadAll.isError && <ErrorNote error={downloadAll.error} />}
    </Stack>
  );
}
