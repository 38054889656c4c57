import { Button, Group, Text, Tooltip } from '@mantine/core';
import { IconCopy, IconFileZip, IconFolderOpen, IconMap } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transfer } from '../../../src-preload/contract/delivery.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatBytes, formatUtc } from '../../kit/i18n/format.ts';
import { hover } from '../../kit/state/selection.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { FileName } from '../../kit/ui/file-name.tsx';
import { usePagedList } from '../../kit/ui/paged-list.ts';
import { useAct, useSay } from '../../kit/ui/use-act.ts';
import { VirtualList } from '../../kit/ui/virtual-rows.tsx';
import { useShowFile } from './show-file.ts';
import classes from './transfer.module.css';
import { transferOrigin } from './transfer-text.ts';
import { useUnpack } from './use-unpack.tsx';

interface CompletedRowProps {
  transfer: Transfer;
  reveals: boolean;
  onUnpack: (archive: Transfer) => void;
}

const CompletedRow = memo(function CompletedRow({ transfer, reveals, onUnpack }: CompletedRowProps) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const say = useSay();
  const showFile = useShowFile();
  const { fileId, fileName: file, sha256, finishedAt } = transfer;
  const origin = transferOrigin(i18n.language, transfer);
  const text = [
    formatBytes(i18n.language, transfer.totalBytes ?? transfer.doneBytes),
    ...(finishedAt === null ? [] : [formatUtc(i18n.language, finishedAt)]),
    ...(sha256 === null ? [] : [t('downloads.checksum', { start: sha256.slice(0, 12) })]),
  ].join(' · ');
  return (
    <div
      className={classes.row}
      style={{ gridTemplateColumns: 'minmax(0, 1fr) auto' }}
      data-testid="done"
      data-file={fileId}
    >
      <FileName name={file} />
      <span className={classes.buttons}>
        {/\.zip$/i.test(file) && (
          <button
            type="button"
            className={classes.button}
            aria-label={t('library.unpack.startFile', { file })}
            title={t('library.unpack.start')}
            onClick={() => onUnpack(transfer)}
          >
            <IconFileZip size={14} aria-hidden />
          </button>
        )}
        {sha256 !== null && (
          <button
            type="button"
            className={classes.button}
            aria-label={t('downloads.copyChecksumFile', { file })}
            title={t('library.copyChecksum')}
            onClick={() =>
              act(async () => {
                await navigator.clipboard.writeText(sha256);
                say({ message: t('downloads.copied'), color: 'tide' });
              })
            }
          >
            <IconCopy size={14} aria-hidden />
          </button>
        )}
        <button
          type="button"
          className={classes.button}
          aria-label={t('downloads.mapFile', { file })}
          title={t('library.showOnMap')}
          onClick={() => showFile(transfer)}
        >
          <IconMap size={14} aria-hidden />
        </button>
        {reveals && (
          <button
            type="button"
            className={classes.button}
            aria-label={t('library.revealFile', { file })}
            title={t('library.reveal')}
            onClick={() => act(() => client.app.revealFile({ fileId }))}
          >
            <IconFolderOpen size={14} aria-hidden />
          </button>
        )}
      </span>
      <div className={classes.text} style={{ gridColumn: '1 / 3' }} title={origin}>
        {origin}
      </div>
      <div className={classes.text} style={{ gridColumn: '1 / 3' }} title={sha256 ?? undefined}>
        {text}
      </div>
    </div>
  );
});

/** Shows the completed downloads with their checksums, latest first. */
export function CompletedView() {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const reveals = useQuery(query.app.info.queryOptions()).data?.capabilities.revealInFolder ?? false;
  const { unpack, dialog } = useUnpack({ reveals });
  const list = usePagedList({
    terms: 'done',
    page: (range) => query.delivery.done.queryOptions({ input: range }),
  });
  const total = list.total ?? 0;
  return (
    <>
      {dialog}
      {list.error && <ErrorNote error={list.error} />}
      {list.total === 0 && (
        <Text px={12} py="md" size="sm" c="var(--nadir-quiet)">
          {t('downloads.emptyDone')}
        </Text>
      )}
      {total > 0 && (
        <>
          <Group px={12} py={6} justify="space-between" wrap="nowrap">
            <Text size="xs" c="var(--nadir-quiet)">
              {t('downloads.doneFiles', { count: total })}
            </Text>
            <Tooltip label={t('downloads.clearDoneHint')}>
              <Button
                size="compact-xs"
                variant="subtle"
                color="gray"
                onClick={() => act(() => client.delivery.clearFinished())}
              >
                {t('downloads.clearDone')}
              </Button>
            </Tooltip>
          </Group>
          <VirtualList
            label={t('downloads.view.done')}
            count={total}
            rowHeight={66}
            keyOf={(index) => list.rowAt(index)?.fileId ?? `row ${index}`}
            onRange={list.onRange}
            onHover={(index) =>
              hover('scene', index === null ? null : (list.rowAt(index)?.librarySceneId ?? null))
            }
            render={(index) => {
              const transfer = list.rowAt(index);
              return transfer ? (
                <CompletedRow transfer={transfer} reveals={reveals} onUnpack={unpack} />
              ) : null;
            }}
          />
        </>
      )}
    </>
  );
}
