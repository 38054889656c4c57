import { Button, FileButton, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { MapSource } from '../../../src-preload/contract/maps.ts';
import { useApi } from '../../kit/client/api.tsx';
import { toBase64 } from '../../kit/client/base64.ts';
import type { MainClient } from '../../kit/client/connect.ts';
import { pathOfFile } from '../../kit/client/file-path.ts';
import { hasErrorCode } from '../../kit/i18n/error-text.ts';
import { formatBytes } from '../../kit/i18n/format.ts';
import { ownMapsStore, zoomToOwnMap } from '../../kit/state/own-maps-store.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import { useCommand } from '../../kit/ui/use-command.ts';

/** The size of a message. A longer one would block the event loop of the main process. */
const pieceBytes = 384 * 1_024;

interface CopyOptions {
  client: Pick<MainClient, 'maps'>;
  /** Receives the fraction of copied bytes, 0 to 1. */
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}

/**
 * Copies a file in pieces into the data folder and adds it as a map. Rejects with the reason of the signal, or if the file is
 * invalid; the copy is deleted then.
 */
async function copyFile(file: File, { client, onProgress, signal }: CopyOptions): Promise<MapSource> {
  const { maps } = client;
  const { copyId } = await maps.beginCopy({ name: file.name.slice(0, 120), sizeBytes: file.size });
  try {
    for (let at = 0; at < file.size; at += pieceBytes) {
      signal.throwIfAborted();
      const bytes = new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer());
      await maps.addCopy({ copyId, base64: toBase64(bytes) });
      onProgress(Math.min(1, (at + bytes.byteLength) / file.size));
    }
    signal.throwIfAborted();
    return await maps.finishCopy({ copyId }, { signal });
  } catch (error) {
    await maps.discardCopy({ copyId }).catch(() => undefined);
    throw error;
  }
}

const endings = ['mbtiles', 'pmtiles', 'tif', 'tiff'];

/** Removes the first dropped file; the next one follows. */
function dropNext() {
  ownMapsStore.setState(({ dropped }) => ({
    dropped: dropped.slice(1),
    adding: dropped.length > 1 ? 'file' : null,
  }));
}

/** The form that copies a file into the data folder, for a host that does not receive the path of the file. */
function CopyFile({ file, onClose }: { file: File; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const [fraction, setFraction] = useState(0);
  const [stop] = useState(() => new AbortController());
  // Closing the dialog in any way cancels the copy.
  useEffect(() => () => stop.abort(), [stop]);
  const copy = useCommand({
    mutationFn: () => copyFile(file, { client, onProgress: setFraction, signal: stop.signal }),
    onSuccess(own) {
      zoomToOwnMap(own);
      onClose();
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        copy.mutate();
      }}
    >
      <Stack gap="sm">
        <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
          {t('ownMaps.copyHint', { name: file.name, size: formatBytes(i18n.language, file.size) })}
        </Text>
        {copy.isPending && (
          <Progress
            value={100 * fraction}
            size="sm"
            aria-label={t('ownMaps.progressOf', { name: file.name })}
          />
        )}
        {copy.isError && !hasErrorCode(copy.error, 'CANCELLED') && <ErrorNote error={copy.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.back')}
          </Button>
          <Button type="submit" loading={copy.isPending} data-autofocus>
            {t('ownMaps.copy')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function PathForm({
  droppedPath,
  onFile,
  onClose,
}: {
  /** The path of a dropped file, which is added at once; null for none. */
  droppedPath: string | null;
  onFile: (file: File) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const picks = useQuery(query.app.info.queryOptions()).data?.capabilities.pickFile ?? false;
  const [path, setPath] = useState(droppedPath ?? '');
  const add = useCommand({
    mutationFn: (from: string) => client.maps.addFile({ path: from.trim().replace(/^"(.*)"$/, '$1') }),
    onSuccess(own) {
      zoomToOwnMap(own);
      onClose();
    },
  });
  const hasStarted = useRef(false);
  useEffect(() => {
    if (droppedPath === null || hasStarted.current) return;
    hasStarted.current = true;
    add.mutate(droppedPath);
  }, [droppedPath, add]);
  const pick = () =>
    act(async () => {
      const picked = await client.app.pickFile({ name: t('ownMaps.fileKind'), extensions: endings });
      if (picked !== null) setPath(picked);
    });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (path.trim() !== '') add.mutate(path);
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{t('ownMaps.fileHint')}</Text>
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            style={{ flex: 1 }}
            label={t('ownMaps.path')}
            spellCheck={false}
            required
            data-autofocus
            value={path}
            onChange={(event) => setPath(event.currentTarget.value)}
          />
          {picks ? (
            <Button variant="default" onClick={pick}>
              {t('ownMaps.pickFile')}
            </Button>
          ) : (
            <FileButton
              accept={endings.map((ending) => `.${ending}`).join(',')}
              inputProps={{ 'aria-label': t('ownMaps.pickFile') }}
              onChange={(file) => file !== null && onFile(file)}
            >
              {(props) => (
                <Button variant="default" {...props}>
                  {t('ownMaps.pickFile')}
                </Button>
              )}
            </FileButton>
          )}
        </Group>
        {add.isError && <ErrorNote error={add.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.back')}
          </Button>
          <Button type="submit" loading={add.isPending} disabled={path.trim() === ''}>
            {t('ownMaps.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function AddFileForm({ dropped, onClose }: { dropped: File | null; onClose: () => void }) {
  const [picked, setPicked] = useState<File | null>(null);
  const file = picked ?? dropped;
  const path = file === null ? null : pathOfFile(file);
  if (file !== null && path === null) return <CopyFile file={file} onClose={onClose} />;
  return <PathForm droppedPath={path} onFile={setPicked} onClose={onClose} />;
}

/**
 * The dialog that adds a file of map tiles or a GeoTIFF: by its path, by the file dialog of the host, or by dropping it on the
 * window. If the host does not receive the path of a file, the file is copied.
 */
export function AddFileDialog() {
  const { t } = useTranslation();
  const opened = useStore(ownMapsStore, ({ adding }) => adding === 'file');
  const dropped = useStore(ownMapsStore, (state) => state.dropped[0] ?? null);
  const left = useStore(ownMapsStore, (state) => state.dropped.length);
  return (
    <Dialog opened={opened} onClose={dropNext} title={t('ownMaps.addFile')}>
      <AddFileForm key={left} dropped={dropped} onClose={dropNext} />
    </Dialog>
  );
}
