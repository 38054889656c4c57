import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../client/api.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useAct } from '../../ui/use-act.ts';

interface AddFileProps {
  opened: boolean;
  /** The name of a file that was dropped: the window is not told where it is. */
  dropped: string | null;
  onClose(): void;
}

function AddFileForm({ dropped, onClose }: Omit<AddFileProps, 'opened'>) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const picks = useQuery(query.app.info.queryOptions()).data?.capabilities.pickFile ?? false;
  const [path, setPath] = useState('');
  const add = useMutation({
    mutationFn: () => client.maps.addFile({ path: path.trim().replace(/^"(.*)"$/, '$1') }),
    onSuccess: onClose,
  });
  const pick = () =>
    act(async () => {
      const picked = await client.app.pickFile({
        name: t('ownMaps.fileKind'),
        extensions: ['mbtiles', 'pmtiles'],
      });
      if (picked !== null) setPath(picked);
    });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (path.trim() !== '') add.mutate();
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{t('ownMaps.fileHint')}</Text>
        {dropped !== null && (
          <Text size="sm" role="status">
            {t('ownMaps.droppedHint', { name: dropped })}
          </Text>
        )}
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
          {picks && (
            <Button variant="default" onClick={pick}>
              {t('ownMaps.pickFile')}
            </Button>
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

/** Adds a file of tiles by its path; the host may have a dialog that picks it. */
export function AddFileDialog({ opened, ...form }: AddFileProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={form.onClose}
      title={t('ownMaps.addFile')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      centered
    >
      <AddFileForm {...form} />
    </Modal>
  );
}
