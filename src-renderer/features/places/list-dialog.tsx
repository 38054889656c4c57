import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PlaceList, placeBounds } from '../../../src-preload/contract/place-values.ts';
import { useApi } from '../../kit/client/api.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useCommand } from '../../kit/ui/use-command.ts';
import { useFocusBack } from '../../kit/ui/use-focus-back.ts';
import { placeStore } from './place-store.ts';

interface ListDialogProps {
  /** The list to rename; null for a new one. */
  list: PlaceList | null;
  onClose: () => void;
}

/** Asks for the name and the notes of a list. */
export function ListDialog({ list, onClose }: ListDialogProps) {
  const { t } = useTranslation();
  useFocusBack();
  const { client } = useApi();
  const [name, setName] = useState(list?.name ?? '');
  const [notes, setNotes] = useState(list?.notes ?? '');
  const save = useCommand({
    mutationFn: async () => {
      if (list) await client.places.changeList({ listId: list.listId, patch: { name, notes } });
      else {
        const { listId } = await client.places.createList({ name, notes });
        placeStore.setState({ listIds: [listId] });
      }
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={list ? t('places.changedList') : t('places.addedList')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') save.mutate();
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={t('label.name')}
            value={name}
            maxLength={placeBounds.name}
            data-autofocus
            withAsterisk
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Textarea
            label={t('places.column.notes')}
            value={notes}
            maxLength={placeBounds.notes}
            autosize
            minRows={2}
            maxRows={6}
            onChange={(event) => setNotes(event.currentTarget.value)}
          />
          {save.isError && <ErrorNote error={save.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
              {t('common.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
