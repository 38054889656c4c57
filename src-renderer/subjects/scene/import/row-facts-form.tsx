import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../client/api.tsx';
import { ErrorNote } from '../../../ui/error-note.tsx';
import { useSay } from '../../../ui/use-act.ts';

/** The properties of a form about rows of an import. */
export interface RowFormProps {
  importId: number;
  seqs: number[];
  onDone: () => void;
}

/** The form for the time and satellite of scenes that are not imported yet. A field that stays empty changes nothing. */
export function RowFactsForm({ importId, seqs, onDone }: RowFormProps) {
  const { t } = useTranslation();
  const { client } = useApi();
  const say = useSay();
  const [acquired, setAcquired] = useState('');
  const [satellite, setSatellite] = useState('');
  const textOf = (value: string) => (value.trim() === '' ? undefined : value);
  const save = useMutation({
    mutationFn: () =>
      client.sceneImports.enterFacts({
        importId,
        seqs,
        acquired: textOf(acquired),
        satelliteName: textOf(satellite),
      }),
    onSuccess({ isTimeRead, changed, ofService }) {
      if (!isTimeRead) return;
      onDone();
      const left = ofService === 0 ? '' : ` ${t('sceneFacts.ofService', { count: ofService })}`;
      say({ message: `${t('sceneFacts.saved', { count: changed })}${left}`, color: 'gray' });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="sm">
        <TextInput
          data-autofocus
          label={t('label.acquired')}
          description={t('sceneImport.edit.timeHint')}
          value={acquired}
          maxLength={100}
          error={save.data?.isTimeRead === false ? t('sceneFacts.unreadable') : undefined}
          onChange={(event) => setAcquired(event.currentTarget.value)}
        />
        <TextInput
          label={t('label.satellite')}
          value={satellite}
          maxLength={200}
          onChange={(event) => setSatellite(event.currentTarget.value)}
        />
        {save.isError && <ErrorNote error={save.error} />}
        <Group justify="flex-end">
          <Button
            type="submit"
            disabled={textOf(acquired) === undefined && textOf(satellite) === undefined}
            loading={save.isPending}
          >
            {t('sceneImport.edit.enterFor', { count: seqs.length })}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
