import { Button, Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../kit/client/api.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { FactsFields, useSayFactsSaved } from '../library/facts-fields.tsx';

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
  const saySaved = useSayFactsSaved();
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
    onSuccess(result) {
      if (!result.isTimeRead) return;
      onDone();
      saySaved(result);
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
        <FactsFields
          acquired={acquired}
          setAcquired={setAcquired}
          timeHint={t('sceneImport.edit.timeHint')}
          isTimeRead={save.data?.isTimeRead !== false}
          satellite={satellite}
          setSatellite={setSatellite}
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
