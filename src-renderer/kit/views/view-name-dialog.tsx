import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedView } from '../../../src-preload/contract/views.ts';
import { useApi } from '../client/api.tsx';
import { setCurrentView } from '../state/view-store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { useCommand } from '../ui/use-command.ts';
import type { ViewedList } from './viewed-list.ts';

/** The purpose of the dialog: to save the appearance under a new name, or to rename a view. */
export type Naming = { kind: 'save' } | { kind: 'rename'; view: SavedView };

/** The form with the name of a view. */
function NameForm({
  list,
  naming,
  views,
  onClose,
}: {
  list: ViewedList;
  naming: Naming;
  views: readonly SavedView[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { client } = useApi();
  const [name, setName] = useState(naming.kind === 'rename' ? naming.view.name : '');
  const wanted = name.trim();
  const same = views.find((view) => view.name.toLocaleLowerCase() === wanted.toLocaleLowerCase());
  const save = useCommand({
    mutationFn: () =>
      naming.kind === 'rename'
        ? client.views.rename({ viewId: naming.view.viewId, name: wanted })
        : client.views.save({ list: list.name, name: wanted, content: list.appearance() }),
    onSuccess({ viewId }) {
      setCurrentView(list.name, viewId);
      onClose();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== '') save.mutate();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('label.name')}
          value={name}
          maxLength={100}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {naming.kind === 'save' && (
          <Text size="xs" c="var(--nadir-quiet)" role="status">
            {same ? t('views.replaces', { name: same.name }) : t('views.saveHint')}
          </Text>
        )}
        {save.isError && <ErrorNote error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={wanted === ''}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ViewNameDialogProps {
  list: ViewedList;
  /** Null while the dialog is closed. */
  naming: Naming | null;
  /** The saved views of the list. */
  views: readonly SavedView[];
  onClose: () => void;
}

/** The dialog that asks for the name of a view, and saves the list's appearance or renames the view. */
export function ViewNameDialog({ list, naming, views, onClose }: ViewNameDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      opened={naming !== null}
      onClose={onClose}
      title={naming?.kind === 'rename' ? t('views.renameTitle') : t('views.saveTitle')}
    >
      {naming !== null && <NameForm list={list} naming={naming} views={views} onClose={onClose} />}
    </Dialog>
  );
}
