import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { numberText } from '../../../src-preload/contract/read-number.ts';
import type { Settings } from '../../../src-preload/contract/settings.ts';
import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import { useActiveConnection, useActiveScope, useApi, useSettings } from '../../kit/client/api.tsx';
import { NoScope } from '../../kit/contract/no-scope.tsx';
import { useCountries } from '../../kit/state/countries-store.ts';
import { mapStore } from '../../kit/state/map-store.ts';
import classes from '../../kit/ui/panes.module.css';
import { MadeCommands } from '../outbox/made-commands.tsx';
import { emptyDraft, nextDraft, readDraft } from './draft/draft.ts';
import { useCopy, useDraft, useEdited } from './draft/draft-store.ts';
import { SavedEdits } from './draft/unsaved-edits.tsx';
import { EditTask } from './edit-task.tsx';
import { ImportPoints } from './import-points.tsx';
import { OrderPlan } from './order/order-plan.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { useOwnSelection, usePlaceFromMap } from './plan-selection.ts';
import { PreparedPlan } from './prepared/prepared-plan.tsx';
import { ReviewStep } from './review-step.tsx';
import { ScopeNotes } from './scope-notes.tsx';
import { TaskForm } from './task-form.tsx';
import { usePlanMode } from './use-plan-mode.ts';
import { useReview } from './use-review.ts';

/** Returns the products and clients of the scope; they are requested once if they have never been fetched. */
function useReference(scope: Scope) {
  const { query, client } = useApi();
  const reference = useQuery(query.tasking.reference.queryOptions({ input: { scope } })).data;
  const refresh = useMutation({ mutationFn: () => client.tasking.refreshReference({ scope }) });
  const { mutate } = refresh;
  const never = reference?.fetchedAt === null;
  useEffect(() => {
    if (never) mutate();
  }, [never, mutate]);
  return { reference, error: refresh.error, refetch: () => mutate() };
}

/** Shows which task the form is a copy of, with a button that restores the earlier draft. */
function CopyNote({ name, onLeave }: { name: string; onLeave: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert role="note" m="sm" mb={0} p="xs">
      <Group justify="space-between" gap={6} wrap="nowrap">
        <Text size="xs" flex={1}>
          {t('plan.copyOf', { name })}
        </Text>
        <Button size="compact-xs" variant="default" style={{ flex: 'none' }} onClick={onLeave}>
          {t('plan.leaveCopy')}
        </Button>
      </Group>
    </Alert>
  );
}

/** Removes the mark from the map when the user leaves this workspace; it stays through form and review. */
function usePickedPointUntilLeft() {
  useEffect(() => () => mapStore.setState({ picking: false, pickedPoint: null }), []);
}

function Plan({ scope, settings }: { scope: Scope; settings: Settings }) {
  const { t } = useTranslation();
  const edited = useEdited(scope);
  const [draft, change] = useDraft(settings);
  const { reference, error, refetch } = useReference(scope);
  const { copyOf, typedBefore } = useCopy();
  const [tries, setTries] = useState(0);
  const { reviewed, begin, end } = useReview<TaskRequest>(draft);
  usePickedPointUntilLeft();
  const result = readDraft(draft, {
    reference: reference ?? { clients: [], products: [] },
    countries: useCountries(),
    now: Date.now(),
  });

  /** Prepares the next task, which often lies near the last one: period, project and product stay. */
  const startNext = () => {
    end();
    setTries(0);
    change(typedBefore() ?? nextDraft(draft, Date.now()));
  };

  usePlaceFromMap(settings.coordinateFormat, (place, kept) => {
    end();
    const metres = kept?.altitudeMetres ?? null;
    const saved = kept && { name: kept.name, altitude: metres === null ? '' : numberText(metres) };
    change({ place, placeConfirmed: place, ...saved });
  });
  if (edited) {
    return (
      <EditTask
        key={edited.id}
        edited={edited}
        reference={reference}
        referenceError={error}
        onFetchReference={refetch}
      />
    );
  }
  if (reviewed) {
    return (
      <ReviewStep
        scope={scope}
        request={reviewed}
        reference={reference}
        commandId={null}
        onBack={end}
        onMade={startNext}
      />
    );
  }
  return (
    <div className={classes.scroll}>
      <MadeCommands scope={scope} />
      {copyOf !== null && (
        <CopyNote
          name={copyOf}
          onLeave={() => {
            setTries(0);
            change(typedBefore() ?? emptyDraft(Date.now()));
          }}
        />
      )}
      <TaskForm
        draft={draft}
        set={change}
        reference={reference}
        referenceError={error}
        onFetchReference={refetch}
        errors={tries > 0 && !result.ok ? result.errors : {}}
        messageValues={result.ok ? {} : result.messageValues}
        refused={null}
        failedTries={tries}
        submitLabel={t('plan.review')}
        onReview={() => {
          if (!result.ok) return setTries(tries + 1);
          mapStore.setState({ picking: false });
          begin(result.request);
        }}
      >
        <ImportPoints scope={scope} draft={draft} reference={reference} />
      </TaskForm>
    </div>
  );
}

const titles = { task: 'plan.title', order: 'orderForm.title', prepared: 'shell.prepared' } as const;

/**
 * The form for a new task and, if the connection has V2, the form for a new order; and the rows that are prepared from
 * places.
 */
export function PlanWorkspace() {
  const { t } = useTranslation();
  const scope = useActiveScope();
  const settings = useSettings();
  const hasOrders = useActiveConnection()?.addresses.ordersUrl != null;
  const mode = usePlanMode();
  useOwnSelection();
  if (!scope) return <NoScope title={t('plan.title')} />;
  if (!settings) return null;
  const key = `${scope.connectionId} ${scope.contractId}`;
  return (
    <>
      <SavedEdits settings={settings} />
      <div className={classes.paneHead}>
        <h2 className={classes.paneTitle}>{t(titles[mode])}</h2>
        <PlanChoice mode={mode} hasOrders={hasOrders} settings={settings} />
        {!hasOrders && (
          <Text size="xs" mt={4} c="var(--nadir-quiet)">
            {t('orderForm.noAddress')}
          </Text>
        )}
        <ScopeNotes key={key} scope={scope} />
      </div>
      {mode === 'task' && <Plan key={key} scope={scope} settings={settings} />}
      {mode === 'order' && <OrderPlan key={key} scope={scope} settings={settings} />}
      {mode === 'prepared' && <PreparedPlan key={key} scope={scope} />}
    </>
  );
}
