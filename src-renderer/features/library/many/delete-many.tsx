import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LibraryFileId, libraryFileIdSchema } from '../../../../src-preload/contract/ids.ts';
import { type FilesOfMany, mostHandled } from '../../../../src-preload/contract/library.ts';
import { idSeparator, unpackIds } from '../../../../src-preload/contract/packed-places.ts';
import { useApi } from '../../../kit/client/api.tsx';
import type { MainClient } from '../../../kit/client/connect.ts';
import { errorText } from '../../../kit/i18n/error-text.ts';
import { formatBytes } from '../../../kit/i18n/format.ts';
import { Busy } from '../../../kit/ui/busy.tsx';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../../kit/ui/error-note.tsx';
import { useCommand } from '../../../kit/ui/use-command.ts';
import { WorkingNote } from '../../../kit/ui/working-note.tsx';
import { hideRaster } from '../show-raster.ts';
import { useFilesOfMany } from './use-files-of-many.ts';

/** The failures that are named; all are counted. */
const mostNamedFailures = 5;

interface Deletion {
  deleted: number;
  /** The files that stay on the disk, because another scene has them too. */
  kept: number;
  failures: unknown[];
}

interface DeletionOptions {
  client: MainClient;
  fileIds: readonly LibraryFileId[];
  permanently: boolean;
  signal: AbortSignal;
  onProgress: (done: number) => void;
}

/** Deletes files one after another, until `signal` aborts. A file that cannot be deleted does not stop the others. */
async function deleteFiles({
  client,
  fileIds,
  permanently,
  signal,
  onProgress,
}: DeletionOptions): Promise<Deletion> {
  const result: Deletion = { deleted: 0, kept: 0, failures: [] };
  for (const [done, fileId] of fileIds.entries()) {
    if (signal.aborted) break;
    onProgress(done);
    try {
      const { keptFor } = await client.library.deleteFile({ fileId, permanently });
      hideRaster(fileId);
      if (keptFor === null) result.deleted += 1;
      else result.kept += 1;
    } catch (error) {
      result.failures.push(error);
    }
  }
  return result;
}

function Result({ result, total, onClose }: { result: Deletion; total: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { deleted, kept, failures } = result;
  const left = total - deleted - kept - failures.length;
  return (
    <Stack gap="sm" data-testid="delete-many-result">
      <Text size="sm" role="status">
        {[
          t('library.many.deleted', { count: deleted }),
          kept > 0 ? t('library.many.kept', { count: kept }) : null,
          failures.length > 0 ? t('library.many.failed', { count: failures.length }) : null,
          left > 0 ? t('library.many.stopped', { count: left }) : null,
        ]
          .filter((text) => text !== null)
          .join(' ')}
      </Text>
      {failures.slice(0, mostNamedFailures).map((failure, i) => {
        const { title, hint } = errorText(t, failure);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the failures of one run do not change
          <Text key={i} size="xs" style={{ overflowWrap: 'anywhere' }}>{`${title}. ${hint}`}</Text>
        );
      })}
      <Group justify="flex-end">
        <Button data-autofocus onClick={onClose}>
          {t('common.close')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Says what the deletion does and what is lost with it. */
function Consequences({ found, goesToTrash }: { found: FilesOfMany; goesToTrash: boolean }) {
  const { t, i18n } = useTranslation();
  const { files, scenes, bytes, withoutSource, leaving } = found.onDisk;
  const what = {
    files: t('downloads.doneFiles', { count: files }),
    size: formatBytes(i18n.language, bytes),
    count: scenes,
  };
  const lines = [
    goesToTrash ? t('library.many.trashBody', what) : t('library.many.deleteBody', what),
    leaving > 0 ? t('library.many.leaving', { count: leaving }) : null,
    withoutSource > 0 && !goesToTrash ? t('library.many.withoutSource', { count: withoutSource }) : null,
    found.away > 0 ? t('library.many.away', { count: found.away }) : null,
  ];
  return lines.map(
    (text) =>
      text !== null && (
        <Text key={text} size="sm">
          {text}
        </Text>
      ),
  );
}

interface QuestionProps extends Pick<DeleteManyProps, 'ids' | 'readStillMeant' | 'onClose'> {
  found: FilesOfMany;
  /** The number of scenes that were asked about before and are not meant any more. */
  leftOut: number;
  /** Asks again for other scenes. */
  onOthers: (ids: readonly string[]) => void;
}

/** Says that the question is another one than before, and that nothing has happened. */
function LeftOut({ count }: { count: number }) {
  const { t } = useTranslation();
  return (
    count > 0 && (
      <Text size="sm" role="alert">
        {t('library.many.nowReviewedOtherwise', { count })}
      </Text>
    )
  );
}

function Question({ found, leftOut, ids, readStillMeant, onOthers, onClose }: QuestionProps) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const hasTrash = useQuery(query.app.info.queryOptions()).data?.capabilities.trash === true;
  const [isPermanent, setIsPermanent] = useState(false);
  const [done, setDone] = useState(0);
  const [stop] = useState(() => ({ current: new AbortController() }));
  // Closing the dialog in any way ends the deletion after the present file.
  useEffect(() => () => stop.current.abort(), [stop]);
  const { files } = found.onDisk;
  const remove = useCommand({
    async mutationFn() {
      stop.current = new AbortController();
      const meant = new Set(readStillMeant ? await readStillMeant() : ids);
      const left = ids.filter((id) => meant.has(id));
      if (left.length < ids.length) {
        onOthers(left);
        return null;
      }
      return deleteFiles({
        client,
        fileIds: unpackIds(found.onDisk.fileIds).map((id) => libraryFileIdSchema.parse(Number(id))),
        permanently: isPermanent,
        signal: stop.current.signal,
        onProgress: setDone,
      });
    },
  });
  if (remove.isError) return <ErrorNote error={remove.error} />;
  if (remove.data) return <Result result={remove.data} total={files} onClose={onClose} />;
  if (remove.isPending)
    return (
      <WorkingNote
        label={t('library.many.deleting', { count: files })}
        done={done}
        total={files}
        onCancel={() => stop.current.abort()}
      />
    );
  if (files === 0)
    return (
      <Stack gap="sm">
        <LeftOut count={leftOut} />
        <Text size="sm">{t('library.many.nothingToDelete')}</Text>
        <Group justify="flex-end">
          <Button data-autofocus onClick={onClose}>
            {t('common.close')}
          </Button>
        </Group>
      </Stack>
    );
  return (
    <Stack gap="sm">
      <LeftOut count={leftOut} />
      <Consequences found={found} goesToTrash={hasTrash && !isPermanent} />
      {hasTrash && (
        <Checkbox
          label={t('library.permanently')}
          checked={isPermanent}
          onChange={(event) => setIsPermanent(event.currentTarget.checked)}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.back')}
        </Button>
        <Button color="red" onClick={() => remove.mutate()}>
          {t('library.many.delete', { count: files })}
        </Button>
      </Group>
    </Stack>
  );
}

interface DeleteManyProps {
  /** What else the person should know before the deletion; null for nothing. */
  warning?: string | null | undefined;
  /** Returns the title for so many scenes. */
  titleOf: (count: number) => string;
  /** The library scene ids, as text. */
  ids: readonly string[];
  /**
   * Returns the scenes that are meant at the moment of the deletion, where others may have changed that. If some of `ids` are missing, nothing is
   * deleted and the question is put again.
   */
  readStillMeant?: (() => Promise<readonly string[]>) | undefined;
  onClose: () => void;
}

function Content(
  props: Pick<DeleteManyProps, 'ids' | 'readStillMeant' | 'onClose'> &
    Pick<QuestionProps, 'leftOut' | 'onOthers'>,
) {
  const { ids } = props;
  const { t } = useTranslation();
  const found = useFilesOfMany(ids.join(idSeparator));
  if (found.isError) return <ErrorNote error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <Busy label={t('common.loading')} />;
  return <Question {...props} found={found.data} />;
}

/** The dialog that deletes the files of many scenes from the disk, after it has said how many they are and what is lost. */
export function DeleteMany(props: DeleteManyProps) {
  const { t } = useTranslation();
  const { ids: first, warning = null, readStillMeant, onClose } = props;
  const [ids, setIds] = useState(first);
  const leftOut = first.length - ids.length;
  return (
    <Dialog opened onClose={onClose} title={props.titleOf(ids.length)} closeOnClickOutside={false}>
      {warning !== null && (
        <Alert icon={<IconAlertTriangle size={16} aria-hidden color="var(--nadir-warning)" />} mb="sm">
          <Text size="sm">{warning}</Text>
        </Alert>
      )}
      {ids.length > mostHandled ? (
        <Text size="sm" role="alert">
          {t('library.many.tooMany', { most: mostHandled })}
        </Text>
      ) : (
        <Content
          key={ids.length}
          ids={ids}
          leftOut={leftOut}
          readStillMeant={readStillMeant}
          onOthers={setIds}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}
