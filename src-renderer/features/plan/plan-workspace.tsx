import { Alert, Button, Group, Text } from '@mantine/core';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { StoredError } from '../../../src-preload/contract/errors.ts';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { numberText } from '../../../src-preload/contract/read-number.ts';
import type { Settings } from '../../../src-preload/contract/settings.ts';
import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import { useActiveConnection, useActiveScope, useApi, useSettings } from '../../kit/client/api.tsx';
import { NoScope } from '../../kit/contract/no-scope.tsx';
import { type CoordinateFormat, formatCoordinate } from '../../kit/i18n/coordinates.ts';
import { errorText } from '../../kit/i18n/error-text.ts';
import { formatUtc } from '../../kit/i18n/format.ts';
import { placeText } from '../../kit/i18n/read-place.ts';
import { useCountries } from '../../kit/state/countries-store.ts';
import { mapStore, type PlaceToPlan } from '../../kit/state/map-store.ts';
import { restoreSelected, select, selectedOf } from '../../kit/state/selection.ts';
import classes from '../../kit/ui/panes.module.css';
import { focusPane } from '../../kit/ui/panes.ts';
import { MadeCommands } from '../outbox/made-commands.tsx';
import { emptyDraft, nextDraft, readDraft } from './draft/draft.ts';
import { endEditing, useCopy, useDraft, useEdited } from './draft/draft-store.ts';
import { SavedEdits } from './draft/unsaved-edits.tsx';
import { EditTask } from './edit-task.tsx';
import { ImportPoints } from './import-points.tsx';
import { OrderPlan } from './order/order-plan.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { PreparedPlan } from './prepared/prepared-plan.tsx';
import { ReviewStep } from './review-step.tsx';
import { TaskForm } from './task-form.tsx';
import { usePlanMode } from './use-plan-mode.ts';
import { useReview } from './use-review.ts';

/** Shows what a planner must know about this contract: it has no tasking, or products or clients could not be read. */
function ScopeNotes({ scope }: { scope: Scope }) {
  const { t, i18n } = useTranslation();
  const { client, query } = useApi();
  const active = useActiveConnection();
  const contracts = useQuery(
    query.contracts.list.queryOptions({ input: active ? { connectionId: active.id } : skipToken }),
  ).data;
  const reference = useQuery(query.tasking.reference.queryOptions({ input: { scope } })).data;
  // `problems` shows a failure of this request.
  const refresh = useMutation({ mutationFn: () => client.tasking.refreshReference({ scope }) });
  const contract = contracts?.find(({ contractId }) => contractId === scope.contractId);
  const said = (what: 'productsNotRead' | 'clientsNotRead', error: StoredError | null) => {
    if (error === null) return null;
    const { title, hint } = errorText(t, error);
    return (
      <Text size="xs" role="note">
        {t(`plan.${what}`, { why: `${title}. ${hint}` })}
      </Text>
    );
  };
  return (
    <>
      {contract?.taskingHasCredentials === false && (
        <Text size="xs" mt={4} role="note">
          {t('contracts.noTasking')}
        </Text>
      )}
      <Group gap={6} mt={4} justify="space-between" wrap="nowrap">
        <Text size="xs" c="var(--nadir-quiet)">
          {reference?.fetchedAt
            ? t('plan.referenceAsOf', { at: formatUtc(i18n.language, reference.fetchedAt) })
            : t('plan.referenceNotRead')}
        </Text>
        <Button
          size="compact-xs"
          variant="subtle"
          loading={refresh.isPending}
          aria-label={t('plan.refreshReference')}
          onClick={() => refresh.mutate()}
        >
          {t('plan.refresh')}
        </Button>
      </Group>
      {reference && said('productsNotRead', reference.problems.products)}
      {reference && said('clientsNotRead', reference.problems.clients)}
    </>
  );
}

/**
 * Deselects the task while a new one is planned, and selects it again when the user leaves Plan. A task that is
 * selected on the map meanwhile has its details beside the form.
 */
function useOwnSelection() {
  useEffect(() => {
    const before = selectedOf('task');
    select('task', null);
    return () => {
      // Restored without moving the map, so that it stays at the plan.
      if (before === null || selectedOf('task') !== null) return;
      restoreSelected({ task: before });
    };
  }, []);
}

/**
 * Writes a place that was selected on the map into the form of a new task, never into an edited one, with its saved
 * values.
 */
function usePlaceFromMap(
  format: CoordinateFormat,
  write: (place: string, kept: PlaceToPlan['kept']) => void,
) {
  const placeToPlan = useStore(mapStore, (state) => state.placeToPlan);
  const latestWrite = useRef(write);
  useEffect(() => {
    latestWrite.current = write;
  });
  useEffect(() => {
    if (placeToPlan === null) return;
    mapStore.setState({ placeToPlan: null });
    endEditing();
    // A saved place is planned with all its digits.
    const text =
      placeToPlan.kept === null
        ? formatCoordinate(placeToPlan.at, format)
        : placeText(placeToPlan.at, format);
    latestWrite.current(text, placeToPlan.kept);
    focusPane('list');
  }, [placeToPlan, format]);
}

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
