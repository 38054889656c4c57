import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { libraryFileIdSchema } from '../../../../src-preload/contract/ids.ts';
import { type FilesOfMany, mostHandled } from '../../../../src-preload/contract/library.ts';
import { idSeparator, unpackIds } from '../../../../src-preload/contract/packed-places.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { formatBytes } from '../../../kit/i18n/format.ts';
import { Busy } from '../../../kit/ui/busy.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../../kit/ui/error-note.tsx';
import { useSay } from '../../../kit/ui/use-act.ts';
import { useCommand } from '../../../kit/ui/use-command.ts';
import { ArchiveOrderNote } from '../archive-order-note.tsx';
import { useFilesOfMany } from './use-files-of-many.ts';

/** The largest number of files that one call adds to the queue. */
const filesAtOnce = 5_000;

function Question({ found, onClose }: { found: FilesOfMany; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const say = useSay();
  const { fileIds, files, scenes, bytes, unknownSizes, orders, withoutArchive } = found.wanted;
  const download = useCommand({
    async mutationFn() {
      const ids = unpackIds(fileIds).map((id) => libraryFileIdSchema.parse(Number(id)));
      for (let from = 0; from < ids.length; from += filesAtOnce)
        await client.delivery.download({ fileIds: ids.slice(from, from + filesAtOnce) });
    },
    onSuccess() {
      say({ message: t('library.many.queued', { count: files }), color: 'teal' });
      onClose();
    },
  });
  return (
    <Stack gap="sm">
      <Text size="sm">
        {files === 0
          ? t('library.many.nothingToDownload')
          : t('library.many.downloadBody', {
              files: t('downloads.doneFiles', { count: files }),
              count: scenes,
            })}
      </Text>
      {bytes > 0 && (
        <Text size="sm">{t('library.many.knownSize', { size: formatBytes(i18n.language, bytes) })}</Text>
      )}
      {unknownSizes > 0 && <Text size="sm">{t('library.many.unknownSizes', { count: unknownSizes })}</Text>}
      {withoutArchive > 0 && <Text size="sm">{t('library.withoutArchive')}</Text>}
      {orders > 0 && <ArchiveOrderNote orders={orders} />}
      {download.isError && <ErrorNote error={download.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {files === 0 ? t('common.close') : t('common.back')}
        </Button>
        {files > 0 && (
          <Button loading={download.isPending} onClick={() => download.mutate()}>
            {t('library.downloadAll', { count: files })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

interface DownloadManyProps {
  /** The library scene ids, as text. */
  ids: readonly string[];
  onClose: () => void;
}

/** The dialog that downloads the files of many scenes; it says first how many they are and as how many orders they may count. */
export function DownloadMany({ ids, onClose }: DownloadManyProps) {
  const { t } = useTranslation();
  return (
    <Dialog opened onClose={onClose} title={t('library.many.downloadTitle', { count: ids.length })}>
      {ids.length > mostHandled ? (
        <Text size="sm" role="alert">
          {t('library.many.tooMany', { most: mostHandled })}
        </Text>
      ) : (
        <Content ids={ids} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Content({ ids, onClose }: DownloadManyProps) {
  const { t } = useTranslation();
  const found = useFilesOfMany(ids.join(idSeparator));
  if (found.isError) return <ErrorNote error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <Busy label={t('common.loading')} />;
  return <Question found={found.data} onClose={onClose} />;
}
