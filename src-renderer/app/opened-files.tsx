import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mostOpened, type RefusedOpening } from '../../src-preload/contract/opened-files.ts';
import { droppedKind } from '../features/imports/dropped-scenes.ts';
import { useApi } from '../kit/client/api.tsx';
import { importScenes } from '../kit/state/scene-import-store.ts';
import { showWorkspace } from '../kit/state/ui-store.ts';
import { Dialog } from '../kit/ui/dialog.tsx';
import { giveFiles, isAccepted, nextAcceptingScreen } from '../kit/ui/file-drop.ts';
import { useAct, useSay } from '../kit/ui/use-act.ts';
import { readOpenedFiles } from './read-opened-files.ts';

/** Passes files to the screen that is for them; opens Places for those of which no open screen makes anything. */
async function openFiles(files: readonly File[], refuse: () => void): Promise<void> {
  if (files.length === 0) return;
  if ((await droppedKind(files)) === 'other' && !isAccepted(files.map(({ name }) => name))) {
    const opened = nextAcceptingScreen();
    showWorkspace('places');
    await opened;
  }
  giveFiles(files, refuse);
}

/**
 * Opens the files that the user names outside of the window, as if they were dropped on it, and lists what cannot be opened.
 */
export function OpenedFiles() {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const say = useSay();
  const [refused, setRefused] = useState<readonly RefusedOpening[]>([]);
  const named = useQuery(query.openedFiles.named.queryOptions()).data ?? 0;
  useEffect(() => {
    if (named === 0) return;
    act(async () => {
      const taken = await client.openedFiles.take();
      const read = await readOpenedFiles(taken.files);
      setRefused((before) => [...before, ...taken.refused, ...read.refused]);
      if (read.folders.length > 0) importScenes(read.folders);
      await openFiles(read.files, () =>
        say({ title: t('shell.drop.title'), message: t('shell.drop.hint'), color: 'orange' }),
      );
    });
  }, [named, client, act, say, t]);
  const close = () => setRefused([]);
  return (
    <Dialog
      opened={refused.length > 0}
      onClose={close}
      title={t('openedFiles.title', { count: refused.length })}
    >
      <Stack gap="sm">
        <List size="sm" spacing="xs">
          {refused.map(({ name, why }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows, and names may come twice
            <List.Item key={at}>
              <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Text>
              <Text size="sm">{t(`openedFiles.refused.${why}`, { most: mostOpened })}</Text>
            </List.Item>
          ))}
        </List>
        <Group justify="flex-end">
          <Button data-autofocus onClick={close}>
            {t('common.close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
