import { Alert, Button, Divider, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SceneImport } from '../../../src-preload/contract/scene-imports.ts';
import { useApi } from '../../kit/client/api.tsx';
import { sceneImportStore } from '../../kit/state/scene-import-store.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { TimeText } from '../../kit/ui/time-text.tsx';
import { ImportChoice } from './import-choice.tsx';
import { ImportRows } from './import-rows.tsx';
import { ImportState, Running, Trouble, UndoImport, UndoneText } from './import-state.tsx';

/** An earlier import that was undone: what became of it, and which files stayed. */
function Undone({ each }: { each: SceneImport }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Stack gap={0} miw={0}>
          <Text size="xs" truncate title={each.source}>
            {t('sceneImport.undone', { source: each.source })}
          </Text>
          <Text size="xs" c="var(--nadir-quiet)" role="status">
            <UndoneText counts={each.counts} />
          </Text>
        </Stack>
        {each.counts.left > 0 && (
          <Button variant="default" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('sceneImport.showLeft')}
          </Button>
        )}
      </Group>
      {isOpen && <ImportRows each={each} />}
    </Stack>
  );
}

/**
 * Earlier imports that ended and can still be undone, those that are being undone or have been since the dialog was opened, and those that
 * were undone and left files behind.
 */
function Earlier({ imports }: { imports: readonly SceneImport[] }) {
  const { t } = useTranslation();
  const [undone, setUndone] = useState<ReadonlySet<number>>(new Set());
  const shown = imports.filter(({ importId, state, counts }) => {
    if (state === 'undone') return counts.left > 0 || undone.has(importId);
    return state === 'undoing' || (state === 'done' && counts.imported > 0);
  });
  if (shown.length === 0) return null;
  return (
    <Stack gap="xs">
      <Divider label={t('sceneImport.recent')} labelPosition="left" />
      {shown.map((each) =>
        each.state === 'undone' ? (
          <Undone key={each.importId} each={each} />
        ) : each.state === 'undoing' ? (
          <Running key={each.importId} each={each} />
        ) : (
          <Group key={each.importId} justify="space-between" wrap="nowrap" gap="sm">
            <Stack gap={0} miw={0}>
              <Text size="xs" truncate title={each.source}>
                {each.source}
              </Text>
              <Text size="xs" c="var(--nadir-quiet)">
                {`${t('sceneImport.counts.imported', { count: each.counts.imported })} · `}
                <TimeText at={each.startedAt} fz="inherit" />
              </Text>
              <Trouble each={each} />
            </Stack>
            <UndoImport each={each} onStarted={() => setUndone(new Set([...undone, each.importId]))} />
          </Group>
        ),
      )}
    </Stack>
  );
}

const closed = new Set<SceneImport['state']>(['done', 'undone', 'failed']);

function Content({ imports }: { imports: readonly SceneImport[] }) {
  const { t } = useTranslation();
  const dropped = useStore(sceneImportStore, ({ files }) => files);
  /** The id of the import whose result was dismissed, or that had ended before the dialog opened. */
  const [left, setLeft] = useState<number | null>(null);
  const [first, setFirst] = useState<number | null | undefined>(undefined);
  const newest = imports[0] ?? null;
  const isClosed = newest !== null && closed.has(newest.state);
  if (first === undefined) setFirst(isClosed && newest.state !== 'failed' ? newest.importId : null);
  /** True while dropped files wait, because an import was going on when they were dropped. */
  const [isWaiting, setWaiting] = useState(false);
  if (isWaiting && dropped.length === 0) setWaiting(false);
  if (!isWaiting && dropped.length > 0 && newest !== null && left !== newest.importId) {
    // The result of an earlier import would be taken for that of the dropped files.
    if (isClosed) setLeft(newest.importId);
    else setWaiting(true);
  }
  const isShown =
    newest !== null && newest.importId !== left && !(newest.importId === first && newest.state === 'done');
  if (isShown)
    return (
      <Stack gap="md">
        {dropped.length > 0 && (
          <Alert role="status">
            {t('sceneImport.waitingDrop', { count: dropped.length, another: t('sceneImport.another') })}
          </Alert>
        )}
        <ImportState each={newest} onAnother={() => setLeft(newest.importId)} />
      </Stack>
    );
  return (
    <Stack gap="md">
      <ImportChoice dropped={dropped} />
      <Earlier imports={imports} />
    </Stack>
  );
}

/** The dialog that imports scenes from files, folders or a STAC address. */
export function ImportScenes() {
  const { t } = useTranslation();
  const isOpen = useStore(sceneImportStore, (state) => state.isOpen);
  const answer = useQuery(useApi().query.sceneImports.list.queryOptions());
  return (
    <Dialog
      // Opened together with its content, because a field of it gets the focus.
      opened={isOpen && !answer.isPending}
      onClose={() => sceneImportStore.setState({ isOpen: false, files: [] })}
      size="lg"
      title={t('sceneImport.title')}
      closeOnClickOutside={false}
    >
      {answer.isError && <ErrorNote error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data && <Content imports={answer.data} />}
    </Dialog>
  );
}
