import { Button, FileButton, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import type { TaskingReference } from '../../../src-preload/contract/tasking.ts';
import { useApi, useContractName, useSettings } from '../../client/api.tsx';
import type { Problem } from '../../geometry/area.ts';
import { readImportFile } from '../../geometry/import-guards.ts';
import { validationMessage } from '../../i18n/validation-message.ts';
import { showWorkspace } from '../../state/ui-store.ts';
import { type Draft, type DraftField, draftFields, readDraft } from '../../subjects/draft/draft.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useSay } from '../../ui/use-act.ts';
import { useCountries } from './countries-store.ts';
import { ColumnChooser, doubtfulPoints, OrderQuestion, PointsPreview } from './points-preview.tsx';
import { type ListedPoint, mostPoints, type ReadPoints, readPoints } from './read-points.ts';
import type { Columns } from './read-table.ts';

const settleMs = 250;
const mostTold = 20;

const fieldsOf = (errors: object): DraftField[] =>
  draftFields.filter((field) => Object.hasOwn(errors, field));

/** A request of each point with the form's other values; or what of the form stands in the way. */
function requestsOf(
  points: readonly ListedPoint[],
  draft: Draft,
  { reference, numbered }: { reference: TaskingReference | undefined; numbered: (at: number) => string },
): { requests: TaskRequest[]; wrong: DraftField[] } {
  const known = { reference: reference ?? { clients: [], products: [] }, now: Date.now() };
  const first = readDraft(
    { ...draft, place: '0, 0', placeConfirmed: '0, 0', altitude: '', name: draft.name.trim() || 'x' },
    known,
  );
  if (!first.ok) return { requests: [], wrong: fieldsOf(first.errors) };
  const { request } = first;
  return {
    requests: points.map(({ name, at, altitudeMetres }, index) => ({
      ...request,
      task_name: name || numbered(index + 1),
      target: {
        type: 'Point',
        coordinates: altitudeMetres === null ? [at[0], at[1]] : [at[0], at[1], altitudeMetres],
      },
    })),
    wrong: [],
  };
}

/** What could not be used, to be corrected and read again. */
function leftOver({ problems, header, points }: ReadPoints, text: string): string {
  const rest = points.slice(mostPoints).map((point) => point.text);
  const lines = [...problems.map((each) => each.text), ...(text.trimStart().startsWith('<') ? [] : rest)];
  return lines.length === 0 ? '' : [...(header === null ? [] : [header]), ...lines].join('\n');
}

export interface ManyPointsProps {
  scope: Scope;
  draft: Draft;
  reference: TaskingReference | undefined;
}

function Points({ scope, draft, reference, onDone }: ManyPointsProps & { onDone: () => void }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const say = useSay();
  const contract = useContractName();
  const [text, setText] = useState('');
  const [columns, setColumns] = useState<Columns | null>(null);
  const [order, setOrder] = useState<'latitude-first' | 'longitude-first' | null>(null);
  const [fileProblem, setFileProblem] = useState<Problem | null>(null);
  const countries = useCountries();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const [settled] = useDebouncedValue(text, settleMs);
  const read = useQuery({
    queryKey: ['points', settled, columns],
    queryFn: () => readPoints(settled, columns),
    placeholderData: keepPreviousData,
    gcTime: 0,
  }).data;
  const listed = (read?.points ?? []).slice(0, mostPoints);
  const points =
    order === 'longitude-first'
      ? listed.map((point) => (point.swapped ? { ...point, at: point.swapped, swapped: null } : point))
      : listed;
  // A list is looked over once, not with each key that is pressed.
  const looked = useMemo(() => doubtfulPoints(read?.points ?? [], countries), [read, countries]);
  const doubtful = order === null ? looked : 0;
  /** Another text is another table. */
  const pour = (next: string) => {
    setText(next);
    setColumns(null);
    setOrder(null);
    setFileProblem(null);
  };
  const load = (file: File | null) => {
    if (!file) return;
    readImportFile(file).then(
      (content) => {
        pour('text' in content ? content.text : '');
        setFileProblem('problem' in content ? content.problem : null);
      },
      () => setFileProblem({ message: 'validation.binaryFile' }),
    );
  };
  const problem = fileProblem ?? read?.problem ?? null;
  const name = draft.name.trim() || draft.project.trim();
  const { requests, wrong } = requestsOf(points, draft, {
    reference,
    numbered: (number) => `${name} ${number}`,
  });
  const problems = read?.problems ?? [];
  const tooMany = (read?.points.length ?? 0) > mostPoints;
  const add = useMutation({
    mutationFn: () =>
      client.outbox.addDrafts({
        scope,
        commands: requests.map((request) => ({ kind: 'task' as const, request })),
      }),
    onSuccess: ({ ids }) => {
      say({ message: t('outbox.added', { count: ids.length }), color: 'teal' });
      const rest = read ? leftOver(read, settled) : '';
      pour(rest);
      if (rest !== '') return;
      onDone();
      showWorkspace('outbox');
    },
  });
  const label: Partial<Record<DraftField, string>> = {
    name: t('plan.name'),
    project: t('label.project'),
    product: t('label.product'),
    start: t('label.start'),
    end: t('label.end'),
    client: t('label.client'),
    priority: t('label.priority'),
    maxCaptures: t('label.captures'),
    maxSimultaneous: t('label.maxSimultaneous'),
    everyDays: t('plan.recurrent'),
    everyHours: t('plan.recurrent'),
    everyMinutes: t('plan.recurrent'),
    altitude: t('place.altitudeLabel'),
  };
  const ready = settled === text && requests.length > 0 && doubtful === 0;
  return (
    <Stack gap="sm">
      <Text size="xs">{t('outbox.many.hint')}</Text>
      <Textarea
        label={t('outbox.many.text')}
        value={text}
        onChange={(event) => pour(event.currentTarget.value)}
        rows={8}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
        data-autofocus
      />
      <Group justify="space-between">
        <FileButton
          // Others may be chosen too: what they are and what to do with them is said.
          accept=".csv,.txt,.tsv,.geojson,.json,.kml,.gpx,.kmz,.zip,.shp,.gpkg"
          onChange={load}
        >
          {(props) => (
            <Button variant="default" size="compact-sm" {...props}>
              {t('outbox.many.file')}
            </Button>
          )}
        </FileButton>
        <Text size="xs" role="status">
          {text.trim() !== '' && problem === null && t('outbox.many.read', { count: points.length })}
        </Text>
      </Group>
      {problem && (
        <Text size="xs" role="alert" data-testid="import-problem">
          {validationMessage(t, problem.message, problem.values)}
        </Text>
      )}
      {read?.table && <ColumnChooser table={read.table} onChoose={setColumns} />}
      {doubtful > 0 && <OrderQuestion count={doubtful} onAnswer={setOrder} />}
      {points.length > 0 && (
        <PointsPreview
          points={points}
          names={points.map((point, index) => point.name || `${name} ${index + 1}`)}
          format={format}
          countries={countries}
        />
      )}
      {(problems.length > 0 || tooMany) && (
        <Stack gap={4} role="alert" fz="xs">
          {problems.length > 0 && t('outbox.many.problems', { count: problems.length })}
          <List size="xs">
            {problems.slice(0, mostTold).map(({ line, problem }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line may have two, their order is fixed
              <List.Item key={`${line} ${index}`}>
                {t('outbox.many.line', { line, said: t(`outbox.many.problem.${problem}`) })}
              </List.Item>
            ))}
            {problems.length > mostTold && (
              <List.Item>{t('common.more', { count: problems.length - mostTold })}</List.Item>
            )}
            {tooMany && <List.Item>{t('outbox.many.problem.many')}</List.Item>}
          </List>
        </Stack>
      )}
      {points.length > 0 && wrong.length > 0 && (
        <Text size="xs" role="alert">
          {t('outbox.many.form', { fields: wrong.map((field) => label[field] ?? field).join(', ') })}
        </Text>
      )}
      {add.isError && <ErrorNote error={add.error} />}
      <Group justify="flex-end">
        <Button disabled={!ready} loading={add.isPending} onClick={() => add.mutate()}>
          {t('outbox.many.add', { count: requests.length, contract })}
        </Button>
      </Group>
    </Stack>
  );
}

/** Many tasks at once: a draft of each point of a list, with the other values of the form. Nothing is sent. */
export function ManyPoints(props: ManyPointsProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="subtle" px={8} onClick={() => setOpen(true)}>
        {t('outbox.many.open')}
      </Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title={t('outbox.many.title')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
        // What was pasted is there again when it is opened again.
        keepMounted
        size="lg"
        centered
      >
        <Points {...props} onDone={() => setOpen(false)} />
      </Modal>
    </>
  );
}
