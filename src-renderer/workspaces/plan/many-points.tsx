import { Button, FileButton, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import type { TaskingReference } from '../../../src-preload/contract/tasking.ts';
import { useApi, useContractName } from '../../client/api.tsx';
import { ErrorNote } from '../../shell/error-note.tsx';
import { useSay } from '../../shell/use-act.ts';
import { showWorkspace } from '../../state/ui-store.ts';
import { type Draft, type DraftField, draftFields, readDraft } from './draft.ts';
import { type ListedPoint, mostPoints, type ReadPoints, readPoints } from './read-points.ts';

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
    requests: points.map(({ name, at }, index) => ({
      ...request,
      task_name: name || numbered(index + 1),
      target: { type: 'Point', coordinates: [at[0], at[1]] },
    })),
    wrong: [],
  };
}

/** What could not be used, to be corrected and read again. */
function leftOver({ problems, header, points }: ReadPoints, text: string): string {
  const rest = points.slice(mostPoints).map(({ line }) => text.split(/\r?\n/)[line - 1] ?? '');
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
  const [settled] = useDebouncedValue(text, settleMs);
  const read = useQuery({
    queryKey: ['points', settled],
    queryFn: () => readPoints(settled),
    gcTime: 0,
  }).data;
  const points = (read?.points ?? []).slice(0, mostPoints);
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
      setText(rest);
      if (rest !== '') return;
      onDone();
      showWorkspace('outbox');
    },
  });
  const label: Partial<Record<DraftField, string>> = {
    name: t('plan.name'),
    project: t('plan.project'),
    product: t('plan.product'),
    start: t('plan.start'),
    end: t('plan.end'),
    client: t('plan.client'),
    priority: t('plan.priority'),
    maxCaptures: t('plan.maxCaptures'),
    maxSimultaneous: t('plan.maxSimultaneous'),
    everyDays: t('plan.recurrent'),
    everyHours: t('plan.recurrent'),
    everyMinutes: t('plan.recurrent'),
    altitude: t('place.altitudeLabel'),
  };
  const ready = settled === text && requests.length > 0;
  return (
    <Stack gap="sm">
      <Text size="xs">{t('outbox.many.hint')}</Text>
      <Textarea
        label={t('outbox.many.text')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        rows={8}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
        data-autofocus
      />
      <Group justify="space-between">
        <FileButton
          accept=".csv,.txt,.tsv,.geojson,.json,.kml"
          onChange={(file) => void file?.text().then(setText)}
        >
          {(props) => (
            <Button variant="default" size="compact-sm" {...props}>
              {t('outbox.many.file')}
            </Button>
          )}
        </FileButton>
        <Text size="xs" role="status">
          {text.trim() !== '' && t('outbox.many.read', { count: points.length })}
        </Text>
      </Group>
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
              <List.Item>{t('outbox.many.moreProblems', { count: problems.length - mostTold })}</List.Item>
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
