import { Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlaceColumn, PlaceFilter } from '../../../src-preload/contract/places.ts';
import { useApi } from '../../kit/client/api.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useSay } from '../../kit/ui/use-act.ts';
import { useCommand } from '../../kit/ui/use-command.ts';
import { useFocusBack } from '../../kit/ui/use-focus-back.ts';
import { useKeptPress } from '../../kit/ui/use-kept-press.ts';
import { usePlaceColumns } from './place-columns.tsx';

const countPauseMs = 200;

interface ReplaceDialogProps {
  /** The filter of the table. */
  filter: PlaceFilter;
  onClose: () => void;
}

/** Finds a text in the cells of the table, and replaces all occurrences as one step. */
export function ReplaceDialog({ filter, onClose }: ReplaceDialogProps) {
  const { t } = useTranslation();
  useFocusBack();
  const { client, query } = useApi();
  const say = useSay();
  const { all } = usePlaceColumns();
  const columns = all.filter(({ searched }) => searched !== null);
  const [key, setKey] = useState('all');
  const [find, setFind] = useState('');
  const [replacement, setReplacement] = useState('');
  const [matchCase, setMatchCase] = useState(false);
  const [wholeCell, setWholeCell] = useState(false);
  const column: PlaceColumn = columns.find((each) => each.key === key)?.searched ?? 'all';
  const search = { filter, column, find, matchCase, wholeCell };
  const [counted] = useDebouncedValue(JSON.stringify(search), countPauseMs);
  const isCounted = find !== '' && counted === JSON.stringify(search);
  const count = useQuery(query.places.countMatches.queryOptions({ input: isCounted ? search : skipToken }));
  const matches = isCounted ? count.data : undefined;
  const isCounting = find !== '' && (!isCounted || count.isFetching);
  const replace = useCommand({
    mutationFn: async () => {
      const { step } = await client.places.replace({ ...search, with: replacement });
      if (step) say({ message: t('places.replace.done', { count: step.count }), color: 'teal' });
      onClose();
    },
  });
  const asked = JSON.stringify([search, replacement]);
  const press = useKeptPress({
    isWaiting: isCounting,
    shown: asked,
    isStillMeant: (pressedOn) => pressedOn === asked && matches !== undefined && matches.cells > 0,
    run: () => replace.mutate(),
  });
  const isOff = !isCounting && (matches === undefined || matches.cells === 0);
  const found = press.isKept
    ? t('places.replace.countingThenReplacing')
    : press.isRefused
      ? t('places.replace.pressRefused')
      : matches === undefined
        ? ''
        : matches.cells === 0
          ? t('places.replace.none')
          : `${t('places.replace.cells', { count: matches.cells })} ${t('places.replace.places', { count: matches.places })}`;
  return (
    <Dialog opened onClose={onClose} title={t('places.replace.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isOff && !replace.isPending) press.press();
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={t('places.replace.find')}
            value={find}
            maxLength={1_000}
            data-autofocus
            onChange={(event) => setFind(event.currentTarget.value)}
          />
          <TextInput
            label={t('places.replace.with')}
            value={replacement}
            maxLength={1_000}
            onChange={(event) => setReplacement(event.currentTarget.value)}
          />
          <Select
            label={t('places.replace.column')}
            data={[
              { value: 'all', label: t('places.replace.allColumns') },
              ...columns.map((each) => ({ value: each.key, label: each.head })),
            ]}
            value={key}
            allowDeselect={false}
            onChange={(value) => setKey(value ?? 'all')}
            comboboxProps={{ withinPortal: true }}
          />
          <Group gap="md">
            <Checkbox
              label={t('places.replace.matchCase')}
              checked={matchCase}
              onChange={(event) => setMatchCase(event.currentTarget.checked)}
            />
            <Checkbox
              label={t('places.replace.wholeCell')}
              checked={wholeCell}
              onChange={(event) => setWholeCell(event.currentTarget.checked)}
            />
          </Group>
          <Text size="xs" c="var(--nadir-quiet)" role="status" mih={18}>
            {found}
          </Text>
          {count.isError && <ErrorNote error={count.error} />}
          {replace.isError && <ErrorNote error={replace.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button
              type="submit"
              loading={replace.isPending}
              aria-disabled={isOff || undefined}
              data-disabled={isOff}
              aria-busy={isCounting}
            >
              {t('places.replace.all')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
