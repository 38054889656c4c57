import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type Arranged,
  mostArranged,
  type SceneImport,
} from '../../../src-preload/contract/scene-imports.ts';
import { useApi } from '../../kit/client/api.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useCommand } from '../../kit/ui/use-command.ts';
import { JoinForm } from './join-form.tsx';
import { arrangedText } from './problem-text.ts';
import { RowBandsForm } from './row-bands-form.tsx';
import { RowFactsForm } from './row-facts-form.tsx';
import type { RowSelection } from './use-row-selection.ts';

interface EditRowsProps {
  each: SceneImport;
  selection: RowSelection;
}

/** The buttons that change the selected rows of an import before it starts, and take that back. */
export function EditRows({ each: { importId, lastEdit }, selection }: EditRowsProps) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const [open, setOpen] = useState<'join' | 'facts' | 'bands' | null>(null);
  const [refusal, setRefusal] = useState<Arranged | null>(null);
  const seqs = [...selection.selected];
  const isTooMany = seqs.length > mostArranged;

  /** Selects the new rows only, so that the next change can follow; says why there are none. */
  function takeArranged(arranged: Arranged) {
    setOpen(null);
    setRefusal(arranged.problem === null ? null : arranged);
    if (arranged.problem === null) selection.select(arranged.seqs);
  }
  const split = useCommand({
    mutationFn: () => client.sceneImports.split({ importId, seqs }),
    onSuccess: takeArranged,
  });
  const undo = useCommand({
    mutationFn: () => client.sceneImports.undoEdit({ importId }),
    onSuccess() {
      setRefusal(null);
      selection.select([]);
    },
  });
  const isBusy = split.isPending || undo.isPending;
  const failure = split.error ?? undo.error;
  const form = { importId, seqs, onDone: () => setOpen(null) };
  return (
    <>
      <Group gap={6}>
        <Text size="xs" c="var(--nadir-quiet)" role="status">
          {seqs.length === 0 ? t('sceneImport.edit.hint') : t('lists.selected', { count: seqs.length })}
        </Text>
        <Button size="compact-xs" variant="subtle" onClick={selection.selectAll}>
          {t('outbox.selectAll')}
        </Button>
        {seqs.length > 0 && (
          <Button size="compact-xs" variant="subtle" onClick={() => selection.select([])}>
            {t('places.selectNone')}
          </Button>
        )}
      </Group>
      <Group gap={6}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={seqs.length < 2 || isTooMany || isBusy}
          onClick={() => setOpen('join')}
        >
          {seqs.length === 0
            ? t('sceneImport.edit.join')
            : t('sceneImport.edit.joinOf', { count: seqs.length })}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={seqs.length === 0 || isTooMany || isBusy}
          loading={split.isPending}
          onClick={() => split.mutate()}
        >
          {seqs.length === 0
            ? t('sceneImport.edit.split')
            : t('sceneImport.edit.splitOf', { count: seqs.length })}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={seqs.length === 0 || isBusy}
          onClick={() => setOpen('facts')}
        >
          {seqs.length === 0 ? t('sceneFacts.open') : t('sceneImport.edit.factsOf', { count: seqs.length })}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={seqs.length === 0 || isTooMany || isBusy}
          onClick={() => setOpen('bands')}
        >
          {seqs.length === 0
            ? t('sceneFacts.bands.open')
            : t('sceneImport.edit.bandsOf', { count: seqs.length })}
        </Button>
        {lastEdit !== null && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            loading={undo.isPending}
            onClick={() => undo.mutate()}
          >
            {t(`sceneImport.edit.undo.${lastEdit}`)}
          </Button>
        )}
      </Group>
      {isTooMany && <Text size="xs">{t('sceneImport.edit.tooMany', { count: mostArranged })}</Text>}
      {refusal !== null && (
        <Text size="sm" role="alert">
          {arrangedText(t, i18n.language, refusal)}
        </Text>
      )}
      {failure !== null && <ErrorNote error={failure} />}
      <Dialog
        opened={open !== null}
        onClose={() => setOpen(null)}
        title={
          open === 'join'
            ? t('sceneImport.edit.joinTitle', { count: seqs.length })
            : open === 'bands'
              ? t('sceneImport.edit.bandsTitle', { count: seqs.length })
              : t('sceneFacts.title')
        }
      >
        {open === 'join' && <JoinForm importId={importId} seqs={seqs} onJoined={takeArranged} />}
        {open === 'facts' && <RowFactsForm {...form} />}
        {open === 'bands' && <RowBandsForm {...form} />}
      </Dialog>
    </>
  );
}
