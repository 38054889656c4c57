import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import type { TaskingReference } from '../../../src-preload/contract/tasking.ts';
import { useApi, useContractName } from '../../kit/client/api.tsx';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import { useSay } from '../../kit/ui/use-act.ts';
import { ImportDialog, useImport } from '../places/import/import-dialog.tsx';
import type { ImportLimits, ImportTarget, NamedFeature } from '../places/import/import-target.ts';
import { type Draft, type DraftField, draftFields, readDraft } from './draft/draft.ts';

const fieldsOf = (errors: object): DraftField[] =>
  draftFields.filter((field) => Object.hasOwn(errors, field));

/** The values of the form that are part of each request of an import. */
interface FormOfPoints {
  draft: Draft;
  reference: TaskingReference | undefined;
}

/** Returns a request with the form's values but without the place; or the fields whose errors prevent it. */
function requestOfForm({
  draft,
  reference,
}: FormOfPoints): { request: TaskRequest } | { wrong: DraftField[] } {
  const known = { reference: reference ?? { clients: [], products: [] }, now: Date.now() };
  const read = readDraft(
    { ...draft, place: '0, 0', placeConfirmed: '0, 0', altitude: '', name: draft.name.trim() || 'x' },
    known,
  );
  return read.ok ? { request: read.request } : { wrong: fieldsOf(read.errors) };
}

/** Returns a request for each imported point with the form's other values. */
function requestsOf(features: readonly NamedFeature[], request: TaskRequest): TaskRequest[] {
  return features.flatMap(({ name, geometry }) => {
    if (geometry.kind !== 'point') return [];
    const { longitude, latitude, altitudeMetres } = geometry;
    return {
      ...request,
      task_name: name,
      target: {
        type: 'Point',
        coordinates: altitudeMetres === null ? [longitude, latitude] : [longitude, latitude, altitudeMetres],
      },
    };
  });
}

/** The outbox accepts this many drafts at once, all or none. */
const limits: ImportLimits = {
  accepts: 'point',
  maxFeatures: 500,
  selectsEach: false,
  keepsAttributes: false,
};

interface ImportPointsProps {
  scope: Scope;
  draft: Draft;
  reference: TaskingReference | undefined;
}

/** Lists the form fields whose errors affect all points. */
function formProblems(t: TFunction, fields: readonly DraftField[]): string {
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
  return t('import.form', { fields: fields.map((field) => label[field] ?? field).join(', ') });
}

/** Creates many tasks at once: a draft for each imported point, with the other values of the form. Nothing is sent. */
export function ImportPoints({ scope, draft, reference }: ImportPointsProps) {
  const { t } = useTranslation();
  const { client } = useApi();
  const say = useSay();
  const contract = useContractName();
  const [opened, setOpened] = useState(false);
  const state = useImport(limits);
  const form = requestOfForm({ draft, reference });
  const name = draft.name.trim() || draft.project.trim();
  const target: ImportTarget = {
    limits,
    title: t('import.title'),
    numbered: (position) => `${name} ${position}`,
    addLabel: (count) => t('import.add', { count, contract }),
    blocked: 'wrong' in form ? formProblems(t, form.wrong) : null,
    begin: async () => ({
      async add(features) {
        if ('wrong' in form) return;
        const commands = requestsOf(features, form.request).map((request) => ({
          kind: 'task' as const,
          request,
        }));
        await client.outbox.addDrafts({ scope, commands });
      },
      finish: async () => undefined,
      cancel: null,
    }),
    onDone(count, { isAll, isShown }) {
      say({ message: t('outbox.added', { count }), color: 'teal' });
      if (!isAll || !isShown) return;
      setOpened(false);
      showWorkspace('outbox');
    },
  };
  return (
    <>
      <Button variant="subtle" px={8} onClick={() => setOpened(true)}>
        {t('import.open')}
      </Button>
      <ImportDialog
        state={state}
        target={target}
        opened={opened}
        onOpen={() => setOpened(true)}
        onClose={() => setOpened(false)}
      />
    </>
  );
}
