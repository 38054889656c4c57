import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Unpacked } from '../../../src-preload/contract/delivery.ts';
import type { LibraryFileId } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatBytes } from '../../kit/i18n/format.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { FileName } from '../../kit/ui/file-name.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import classes from './transfer.module.css';

interface Archive {
  fileId: LibraryFileId;
  fileName: string;
}

type Unpacking = { archive: Archive } & (
  | { state: 'running' }
  | { state: 'done'; unpacked: Unpacked }
  | { state: 'failed'; error: unknown }
);

function UnpackedFiles({ fileId, unpacked, reveals }: Archive & { unpacked: Unpacked; reveals: boolean }) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const size = unpacked.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return (
    <>
      <div>
        <Text size="xs" c="var(--nadir-quiet)">
          {t('library.unpack.done', {
            count: unpacked.files.length,
            size: formatBytes(i18n.language, size),
          })}
        </Text>
        <Text size="xs" style={{ overflowWrap: 'anywhere' }} data-testid="unpacked-folder">
          {unpacked.folder}
        </Text>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <ul className={classes.unpacked} aria-label={t('library.unpack.files')} tabIndex={0}>
        {unpacked.files.map(({ name, sizeBytes }) => (
          <li key={name}>
            <FileName name={name} />
            <span>{formatBytes(i18n.language, sizeBytes)}</span>
          </li>
        ))}
      </ul>
      {reveals && (
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => act(() => client.app.revealFile({ fileId, unpacked: true }))}
          >
            {t('library.unpack.reveal')}
          </Button>
        </Group>
      )}
    </>
  );
}

/** Returns a function that unpacks a delivery archive, and a dialog with the unpacked files or the error. */
export function useUnpack({ reveals }: { reveals: boolean }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [current, setCurrent] = useState<Unpacking | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const unpack = useCallback(
    async (archive: Archive) => {
      running.current?.abort();
      const mine = new AbortController();
      running.current = mine;
      setCurrent({ archive, state: 'running' });
      const end = await client.delivery.unpack({ fileId: archive.fileId }, { signal: mine.signal }).then(
        (unpacked): Unpacking => ({ archive, state: 'done', unpacked }),
        (error: unknown): Unpacking => ({ archive, state: 'failed', error }),
      );
      if (!mine.signal.aborted) setCurrent(end);
    },
    [client],
  );
  const close = () => {
    running.current?.abort();
    setCurrent(null);
  };

  const dialog = current && (
    <Dialog opened onClose={close} title={t('library.attachment.delivery_zip')}>
      <Stack gap="sm">
        {current.state === 'running' && (
          <Group wrap="nowrap" gap="sm" role="status">
            <Loader size="xs" />
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {t('library.unpack.running', { file: current.archive.fileName })}
            </Text>
          </Group>
        )}
        {current.state === 'done' && (
          <UnpackedFiles {...current.archive} unpacked={current.unpacked} reveals={reveals} />
        )}
        {current.state === 'failed' && (
          <ErrorNote error={current.error} onRetry={() => void unpack(current.archive)} />
        )}
      </Stack>
    </Dialog>
  );
  return { unpack, dialog };
}
