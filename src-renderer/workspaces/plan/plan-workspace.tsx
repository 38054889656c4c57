import { Autocomplete, Button, Checkbox, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconCrosshair } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { useActiveScope, useApi, useSettings } from '../../client/api.tsx';
import { formatCoordinate, parseCoordinate } from '../../i18n/coordinates.ts';
import classes from '../../shell/shell.module.css';
import { mapStore } from '../../state/map-store.ts';
import { TasksWorkspace } from '../tasks/tasks-workspace.tsx';
import { type Draft, draftSchema, emptyDraft, offsetText, readDraft } from './draft.ts';
import { ReviewStep } from './review-step.tsx';
import { Submissions } from './submissions.tsx';
import { useMessage } from './validation-message.ts';

const wholeHours = Array.from({ length: 27 }, (_, i) => (i - 12) * 60);
const oddOffsets = [-570, -210, 210, 270, 330, 345, 390, 570, 630, 765];
const offsets = [...wholeHours, ...oddOffsets].sort((a, b) => a - b);

const keepMs = 600;

/** The draft lives in the settings: switching workspaces or closing Nadir loses nothing. */
function useDraft(): [Draft, (patch: Partial<Draft>) => void] {
  const { client } = useApi();
  const settings = useSettings();
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = draftSchema.safeParse(settings?.workspace.draft);
    return kept.success ? kept.data : emptyDraft(Date.now());
  });
  const latest = useRef({ draft, settings });
  latest.current = { draft, settings };
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      keep();
    },
    // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form goes away
    [],
  );
  function keep() {
    const { settings: current, draft: now } = latest.current;
    if (current && JSON.stringify(current.workspace.draft) !== JSON.stringify(now)) {
      void client.settings.set({ workspace: { ...current.workspace, draft: now } });
    }
  }
  return [
    draft,
    (patch) => {
      setDraft((before) => ({ ...before, ...patch }));
      clearTimeout(timer.current);
      timer.current = setTimeout(keep, keepMs);
    },
  ];
}

function TaskForm({ scope }: { scope: Scope }) {
  const { t } = useTranslation();
  const message = useMessage();
  const { query, client } = useApi();
  const reference = useQuery(query.tasking.reference.queryOptions({ input: { scope } })).data;
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const [draft, change] = useDraft();
  const [tried, setTried] = useState(false);
  const [reviewing, setReviewing] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<keyof Draft, string>>>({});
  const picking = useStore(mapStore, (state) => state.picking);
  const pickedPoint = useStore(mapStore, (state) => state.pickedPoint);
  const clients = reference?.clients ?? [];
  const fetched = reference?.fetchedAt;
  useEffect(() => {
    if (fetched === null) client.tasking.refreshReference({ scope }).catch(() => undefined);
  }, [client, scope, fetched]);
  // A click on the map writes the place; a typed place moves the mark on the map.
  const shown = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new pick writes the field
  useEffect(() => {
    if (!pickedPoint) return;
    const text = formatCoordinate(pickedPoint, format);
    if (text === shown.current) return;
    shown.current = text;
    change({ place: text });
  }, [pickedPoint]);
  useEffect(() => {
    const place = parseCoordinate(draft.place);
    if (place && draft.place !== shown.current) {
      shown.current = draft.place;
      mapStore.setState({ pickedPoint: place });
    }
  }, [draft.place]);
  useEffect(() => () => mapStore.setState({ picking: false }), []);

  const result = readDraft(draft, clients);
  const errors = tried && !result.ok ? result.errors : {};
  const errorOf = (field: keyof Draft) => refused[field] ?? message(errors[field], clients, draft);
  const set = (patch: Partial<Draft>) => {
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in patch))));
    change(patch);
  };
  const theClient = clients.length > 1 ? clients.find((each) => each.name === draft.client) : clients[0];
  const ranged = theClient && theClient.maxPriority !== null && theClient.minPriority !== null ? theClient : null;

  if (reviewing && result.ok) {
    return (
      <ReviewStep
        scope={scope}
        request={result.request}
        productName={reference?.products.find((product) => product.pk === result.request.product)?.name ?? String(result.request.product)}
        onBack={() => setReviewing(false)}
        onRefused={(fields) => {
          setRefused(fields);
          setReviewing(false);
        }}
        onSent={() => {
          setReviewing(false);
          setTried(false);
          // The next task is often a neighbour: period, project and product stay.
          change({ name: '', place: '' });
          mapStore.setState({ pickedPoint: null });
        }}
      />
    );
  }
  return (
    <form
      className={classes.scroll}
      noValidate
      aria-label={t('plan.title')}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (result.ok) {
          mapStore.setState({ picking: false });
          setReviewing(true);
        }
      }}
    >
      <Stack gap="xs" p="sm">
        <Group gap={6} wrap="nowrap" align="flex-end">
          <TextInput
            style={{ flex: 1 }}
            label={t('plan.place')}
            description={t('plan.placeHint')}
            value={draft.place}
            onChange={(event) => set({ place: event.currentTarget.value })}
            error={errorOf('place')}
            withAsterisk
          />
          <Button
            variant={picking ? 'filled' : 'default'}
            leftSection={<IconCrosshair size={14} aria-hidden />}
            aria-pressed={picking}
            onClick={() => mapStore.setState({ picking: !picking })}
          >
            {t('plan.pick')}
          </Button>
        </Group>
        <TextInput label={t('plan.name')} value={draft.name} onChange={(event) => set({ name: event.currentTarget.value })} error={errorOf('name')} withAsterisk />
        <Autocomplete label={t('plan.project')} data={reference?.projects ?? []} limit={12} value={draft.project} onChange={(project) => set({ project })} error={errorOf('project')} withAsterisk />
        <Select
          label={t('plan.product')}
          data={(reference?.products ?? []).map((product) => ({ value: String(product.pk), label: `${product.name} (${product.pk})` }))}
          value={draft.product}
          onChange={(product) => set({ product })}
          error={errorOf('product')}
          nothingFoundMessage={t('plan.noProducts')}
          withAsterisk
        />
        <Group grow gap={6} align="flex-start">
          <TextInput type="datetime-local" label={t('plan.start')} value={draft.start} onChange={(event) => set({ start: event.currentTarget.value })} error={errorOf('start')} withAsterisk />
          <TextInput type="datetime-local" label={t('plan.end')} value={draft.end} onChange={(event) => set({ end: event.currentTarget.value })} error={errorOf('end')} withAsterisk />
        </Group>
        <Select
          label={t('plan.zone')}
          data={offsets.map((minutes) => ({ value: String(minutes), label: minutes === 0 ? 'UTC' : `UTC${offsetText(minutes)}` }))}
          value={String(draft.offsetMinutes)}
          allowDeselect={false}
          searchable
          onChange={(value) => value !== null && set({ offsetMinutes: Number(value) })}
        />
        {clients.length > 1 && (
          <Select label={t('plan.client')} data={clients.map((each) => each.name)} value={draft.client} onChange={(value) => set({ client: value })} error={errorOf('client')} withAsterisk />
        )}
        {ranged && (
          <NumberInput
            label={t('plan.priority')}
            description={t('plan.priorityHint', { best: ranged.maxPriority, least: ranged.minPriority, usual: ranged.defaultPriority ?? '—' })}
            placeholder={ranged.defaultPriority === null ? '' : String(ranged.defaultPriority)}
            value={draft.priority}
            allowDecimal={false}
            onChange={(value) => set({ priority: typeof value === 'number' ? value : '' })}
            error={errorOf('priority')}
          />
        )}
        <Checkbox label={t('plan.recurrent')} checked={draft.recurrent} onChange={(event) => set({ recurrent: event.currentTarget.checked })} />
        {draft.recurrent && (
          <Group grow gap={6} align="flex-start">
            <NumberInput label={t('plan.everyDays')} min={0} max={9999} allowDecimal={false} value={draft.everyDays} onChange={(value) => set({ everyDays: typeof value === 'number' ? value : '' })} error={errorOf('everyDays')} />
            <TextInput type="time" label={t('plan.everyTime')} value={draft.everyTime} onChange={(event) => set({ everyTime: event.currentTarget.value })} />
          </Group>
        )}
        <Group grow gap={6} align="flex-start">
          <NumberInput label={t('plan.maxCaptures')} description={t('plan.maxCapturesHint')} placeholder="1" min={1} allowDecimal={false} value={draft.maxCaptures} onChange={(value) => set({ maxCaptures: typeof value === 'number' ? value : '' })} error={errorOf('maxCaptures')} />
          <NumberInput label={t('plan.maxSimultaneous')} description={t('plan.maxSimultaneousHint')} min={1} allowDecimal={false} value={draft.maxSimultaneous} onChange={(value) => set({ maxSimultaneous: typeof value === 'number' ? value : '' })} error={errorOf('maxSimultaneous')} />
        </Group>
        {tried && !result.ok && (
          <Text size="xs" role="alert">
            {t('plan.correct')}
          </Text>
        )}
        <Group justify="flex-end" mt={4}>
          <Button type="submit">{t('plan.review')}</Button>
        </Group>
        <Submissions scope={scope} />
      </Stack>
    </form>
  );
}

export function PlanWorkspace() {
  const { t } = useTranslation();
  const scope = useActiveScope();
  const settings = useSettings();
  if (!scope || !settings) return <TasksWorkspace />;
  return (
    <>
      <div className={classes.paneHead}>
        <h2 className={classes.paneTitle}>{t('plan.title')}</h2>
      </div>
      <TaskForm key={`${scope.connectionId} ${scope.contractId}`} scope={scope} />
    </>
  );
}
