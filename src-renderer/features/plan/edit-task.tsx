import { Alert, Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import type { TaskingReference } from '../../../src-preload/contract/tasking.ts';
import { useSettings } from '../../kit/client/api.tsx';
import { refusedFields } from '../../kit/i18n/error-text.ts';
import { useCountries } from '../../kit/state/countries-store.ts';
import { revealPoint } from '../../kit/state/map-store.ts';
import { select } from '../../kit/state/selection.ts';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import classes from '../../kit/ui/panes.module.css';
import {
  type Draft,
  type DraftErrors,
  type DraftField,
  draftFields,
  draftOf,
  formFieldOf,
  readDraft,
} from './draft/draft.ts';
import { type EditedTask, endEditing } from './draft/draft-store.ts';
import { dropEdit, editOf, keepEdit, unsavedEditsStore } from './draft/unsaved-edits.tsx';
import { ReviewStep } from './review-step.tsx';
import { TaskForm } from './task-form.tsx';

interface EditTaskProps {
  edited: EditedTask;
  reference: TaskingReference | undefined;
  referenceError: unknown;
  onFetchReference: () => void;
}

/** Returns the service's reasons by form field. */
function serviceErrorsOf(error: unknown): DraftErrors {
  return Object.fromEntries(
    Object.entries(refusedFields(error)).flatMap(([name, reason]) => {
      const field = formFieldOf(name);
      return field ? [[field, reason] as const] : [];
    }),
  );
}

const isDraftField = (name: string): name is DraftField => draftFields.some((field) => field === name);

/** Ends an edit that is saved. */
function leave({ id }: EditedTask) {
  dropEdit(id);
  endEditing();
}

/** Shows the task in the outbox again, where its unsaved changes can be discarded. */
function backToOutbox(edited: EditedTask) {
  endEditing();
  select('command', edited.id);
  showWorkspace('outbox');
}

/** Edits a task of the outbox. The review saves it there again, and sends it if the user chooses so. */
export function EditTask({ edited, reference, ...rest }: EditTaskProps) {
  const { t } = useTranslation();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const [untouched] = useState(() => draftOf(edited.request, format, Date.now()));
  const unsaved = useStore(unsavedEditsStore, () => editOf(edited.id, edited.request));
  const draft = unsaved?.kind === 'task' ? unsaved.draft : untouched;
  const [tries, setTries] = useState(0);
  const [reviewed, setReviewed] = useState<TaskRequest | null>(null);
  const [longitude, latitude] = edited.request.target.coordinates;
  useEffect(() => revealPoint([longitude, latitude]), [longitude, latitude]);
  const result = readDraft(draft, {
    reference: reference ?? { clients: [], products: [] },
    countries: useCountries(),
    now: Date.now(),
  });
  const set = (patch: Partial<Draft>) => {
    const now = editOf(edited.id, edited.request);
    const next = { ...(now?.kind === 'task' ? now.draft : untouched), ...patch };
    if (JSON.stringify(next) === JSON.stringify(untouched)) dropEdit(edited.id);
    else keepEdit({ kind: 'task', id: edited.id, base: JSON.stringify(edited.request), draft: next });
  };
  // What the service says of a field holds until the field is changed.
  const serviceErrors = Object.fromEntries(
    Object.entries(serviceErrorsOf(edited.error)).filter(
      ([field]) => isDraftField(field) && draft[field] === untouched[field],
    ),
  );
  if (reviewed)
    return (
      <ReviewStep
        scope={edited.scope}
        request={reviewed}
        reference={reference}
        commandId={edited.id}
        base={JSON.stringify(edited.request)}
        onBack={() => setReviewed(null)}
        onMade={() => leave(edited)}
      />
    );
  return (
    <div className={classes.scroll}>
      <Alert role="note" m="sm" mb={0}>
        <Text size="xs">{t('outbox.editing', { name: edited.request.task_name })}</Text>
      </Alert>
      <TaskForm
        {...rest}
        draft={draft}
        set={set}
        reference={reference}
        errors={tries > 0 && !result.ok ? result.errors : {}}
        messageValues={result.ok ? {} : result.messageValues}
        refused={edited.error === null ? null : { error: edited.error, fields: serviceErrors }}
        failedTries={tries}
        submitLabel={t('plan.review')}
        onReview={() => (result.ok ? setReviewed(result.request) : setTries(tries + 1))}
      >
        <Button variant="default" onClick={() => backToOutbox(edited)}>
          {t('outbox.stopEdit')}
        </Button>
      </TaskForm>
    </div>
  );
}
