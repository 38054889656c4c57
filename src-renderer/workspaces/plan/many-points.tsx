import { Button, FileButton, Group, List, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { TaskingReference } from '../../../src-preload/contract/tasking.ts';
import { useApi, useContractName, useSettings } from '../../client/api.tsx';
import { validationMessage } from '../../i18n/validation-message.ts';
import { fitTo } from '../../state/map-store.ts';
import { showWorkspace } from '../../state/ui-store.ts';
import type { Draft, DraftField } from '../../subjects/draft/draft.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { useSay } from '../../ui/use-act.ts';
import { ColumnChooser, OrderQuestion, PointsPreview } from './points-preview.tsx';
import { mostPoints, type ReadPoints } from './read-points.ts';
import { leftOver, requestsOf } from './requests-of-points.ts';
import { useListedPoints } from './use-listed-points.ts';

const mostTold = 20;

interface ManyPointsProps {
  scope: Scope;
  draft: Draft;
  reference: TaskingReference | undefined;
}

/** The field for the text or file with the points; it shows how many were read. */
function PointsField({ listed }: { listed: ReturnType<typeof useListedPoints> }) {
  const { t } = useTranslation();
  const { text, problem, points } = listed;
  return (
    <>
      <Textarea
        label={t('outbox.many.text')}
        value={text}
        onChange={(event) => listed.replaceText(event.currentTarget.value)}
        rows={8}
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
        data-autofocus
      />
      <Group justify="space-between">
        <FileButton
          // The user can select other files too; a message then says what the file is and what to do with it.
          accept=".csv,.txt,.tsv,.geojson,.json,.kml,.gpx,.kmz,.zip,.shp,.gpkg"
          onChange={listed.loadFile}
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
    </>
  );
}

/** Lists the lines that could not be read, each with its reason. */
function LineProblems({ read }: { read: ReadPoints | undefined }) {
  const { t } = useTranslation();
  const problems = read?.problems ?? [];
  const tooMany = (read?.points.length ?? 0) > mostPoints;
  if (problems.length === 0 && !tooMany) return null;
  return (
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
  );
}

/** Lists the form fields whose errors prevent all points. */
function FormProblems({ fields }: { fields: readonly DraftField[] }) {
  const { t } = useTranslation();
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
  return (
    <Text size="xs" role="alert">
      {t('outbox.many.form', { fields: fields.map((field) => label[field] ?? field).join(', ') })}
    </Text>
  );
}

function Points({ scope, draft, reference, onDone }: ManyPointsProps & { onDone: () => void }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const say = useSay();
  const contract = useContractName();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const listed = useListedPoints();
  const { read, points, doubtful } = listed;
  const name = draft.name.trim() || draft.project.trim();
  const numbered = (number: number) => `${name} ${number}`;
  const { requests, wrong } = requestsOf(points, draft, { reference, numbered });
  const add = useMutation({
    mutationFn: () =>
      client.outbox.addDrafts({
        scope,
        commands: requests.map((request) => ({ kind: 'task' as const, request })),
      }),
    onSuccess: ({ ids }) => {
      say({ message: t('outbox.added', { count: ids.length }), color: 'teal' });
      fitTo(points.map(({ at }) => at));
      const rest = read ? leftOver(read, listed.readText) : '';
      listed.replaceText(rest);
      if (rest !== '') return;
      onDone();
      showWorkspace('outbox');
    },
  });
  const ready = listed.readText === listed.text && requests.length > 0 && doubtful === 0;
  return (
    <Stack gap="sm">
      <Text size="xs">{t('outbox.many.hint')}</Text>
      <PointsField listed={listed} />
      {read?.table && <ColumnChooser table={read.table} onChoose={listed.setColumns} />}
      {doubtful > 0 && <OrderQuestion count={doubtful} onAnswer={listed.setOrder} />}
      {points.length > 0 && (
        <PointsPreview
          points={points}
          names={points.map((point, index) => point.name || numbered(index + 1))}
          format={format}
          countries={listed.countries}
        />
      )}
      <LineProblems read={read} />
      {points.length > 0 && wrong.length > 0 && <FormProblems fields={wrong} />}
      {add.isError && <ErrorNote error={add.error} />}
      <Group justify="flex-end">
        <Button disabled={!ready} loading={add.isPending} onClick={() => add.mutate()}>
          {t('outbox.many.add', { count: requests.length, contract })}
        </Button>
      </Group>
    </Stack>
  );
}

/** Makes many tasks at once: a draft for each point of a list, with the other values of the form. Nothing is sent. */
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
        // Pasted text is still there when the dialog is opened again.
        keepMounted
        size="lg"
        centered
      >
        <Points {...props} onDone={() => setOpen(false)} />
      </Modal>
    </>
  );
}
