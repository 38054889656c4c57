import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { TaskingReference } from '../../../src-preload/contract/tasking.ts';
import { useApi, useContractName } from '../../kit/client/api.tsx';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import { useSay } from '../../kit/ui/use-act.ts';
import { ImportDialog, useImport } from '../places/import/import-dialog.tsx';
import type { ImportLimits, ImportTarget } from '../places/import/import-target.ts';
import type { Draft, DraftField } from './draft/draft.ts';
import { requestOfForm, requestsOf } from './requests-of-points.ts';

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
