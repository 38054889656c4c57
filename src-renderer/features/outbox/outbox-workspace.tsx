import { Button, Group, Text } from '@mantine/core';
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Scope, SubmissionId } from '../../../src-preload/contract/ids.ts';
import { type Command, type CommandState, commandStateSchema } from '../../../src-preload/contract/outbox.ts';
import { useApi, useSettings } from '../../kit/client/api.tsx';
import { InScope } from '../../kit/contract/in-scope.tsx';
import { ListMenu } from '../../kit/export/list-menu.tsx';
import { useOffered } from '../../kit/export/use-offered.ts';
import { useListedMarks } from '../../kit/lists/use-listed-marks.ts';
import { hover, select, useHovered, useSelected } from '../../kit/state/selection.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { ListHead } from '../../kit/ui/list-filters.tsx';
import { focusPane } from '../../kit/ui/panes.ts';
import { ListRows, useSelectableList } from '../../kit/ui/selectable-list.tsx';
import { useAct, useSay } from '../../kit/ui/use-act.ts';
import { ViewsMenu } from '../../kit/views/views-menu.tsx';
import { commandSource } from './command-export.ts';
import { CommandFilters } from './command-filters.tsx';
import { CommandListRow } from './command-list-row.tsx';
import { commandMarks } from './command-marks.ts';
import { commandAbout, commandTitle } from './command-words.ts';
import { choose, outboxStore } from './outbox-store.ts';
import { ReleaseReview } from './release-review.tsx';
import { RemoveCommands } from './remove-commands.tsx';
import { SendQueues } from './send-queues.tsx';
import { scopeKey, useProductOf } from './use-products.ts';
import { useRowChoice } from './use-row-choice.ts';
import { viewedOutbox } from './viewed-outbox.ts';

/** The buttons for the selected rows. */
function SelectedCommandsBar({ onRemove }: { onRemove: (ids: readonly SubmissionId[]) => void }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const say = useSay();
  const chosen = useStore(outboxStore, (state) => state.chosen);
  if (chosen.size === 0) return null;
  const ids = [...chosen];
  const moveToDrafts = async () => {
    const { movedCount } = await client.outbox.moveToDrafts({ ids });
    say({ message: t('outbox.movedToDrafts', { count: movedCount }), color: 'teal' });
  };
  return (
    <Group gap={6} mt={8} role="toolbar" aria-label={t('outbox.selectedActions')}>
      <Text size="xs" style={{ flex: 1 }} role="status">
        {t('outbox.selected', { count: chosen.size })}
      </Text>
      <Button size="compact-xs" onClick={() => outboxStore.setState({ reviewed: ids })}>
        {t('outbox.send')}
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => act(moveToDrafts)}>
        {t('outbox.toDrafts')}
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => onRemove(ids)}>
        {t('common.removeMore')}
      </Button>
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => choose([])}>
        {t('outbox.deselect')}
      </Button>
    </Group>
  );
}

const noCounts: Record<CommandState, number> = {
  draft: 0,
  waiting: 0,
  sending: 0,
  sent: 0,
  refused: 0,
  unknown: 0,
  failed: 0,
};

function useCounts(scope: Scope | null): Record<CommandState, number> {
  const overview = useQuery(useApi().query.outbox.overview.queryOptions()).data ?? [];
  const counts = { ...noCounts };
  for (const each of overview) {
    if (scope !== null && scopeKey(each.scope) !== scopeKey(scope)) continue;
    for (const state of commandStateSchema.options) counts[state] += each.states[state];
  }
  return counts;
}

/** Returns the list of the outbox for the selected filters. */
function useCommandList(scope: Scope | null) {
  const { query, client } = useApi();
  const { states, order } = useStore(outboxStore);
  const terms = { scope, states: [...states], order };
  const selected = useSelected('command');
  const list = useSelectableList({
    terms,
    page: (range) => ({
      ...query.outbox.list.queryOptions({ input: { ...terms, ...range } }),
      // Hundreds of rows may leave the list at once. An old page would give the old length, and the list would jump
      // between the two.
      gcTime: 0,
    }),
    load: (range) => client.outbox.list({ ...terms, ...range }),
    keyOf: (row: Command) => row.id,
    selected,
    hovered: useHovered('command'),
    onSelect: (row) => select('command', row.id),
    onHover: (row) => hover('command', row?.id ?? null),
  });
  const position = useQuery(
    query.outbox.position.queryOptions({ input: selected === null ? skipToken : { ...terms, id: selected } }),
  ).data;
  const places = useQuery({
    ...query.outbox.places.queryOptions({ input: { scope, states: [...states] } }),
    placeholderData: keepPreviousData,
  }).data;
  useListedMarks(
    'command',
    useMemo(() => places && commandMarks(places), [places]),
  );
  return { terms, list, position };
}

function OutboxList({ active }: { active: Scope }) {
  const { t, i18n } = useTranslation();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const { client } = useApi();
  const productOf = useProductOf();
  const { states, everywhere, chosen } = useStore(outboxStore);
  const [removing, setRemoving] = useState<readonly SubmissionId[] | null>(null);
  const scope = everywhere ? null : active;
  const { terms, list, position } = useCommandList(scope);
  const counts = useCounts(scope);
  const total = list.total ?? 0;
  const choice = useRowChoice({ terms, total, idAt: (index) => list.rowAt(index)?.id, chosen });
  useOffered(() => commandSource({ t, client, terms, total, chosen, productOf }));
  const damaged = list.answered.reduce((sum, page) => sum + page.damaged, 0);
  return (
    <>
      <ListHead
        title={t('shell.workspace.outbox')}
        count={total}
        actions={
          <Group gap={8} wrap="nowrap">
            {total > 0 && (
              <Button size="compact-xs" variant="default" onClick={() => choice.choose('all', 0)}>
                {t('outbox.selectAll')}
              </Button>
            )}
            <ViewsMenu list={viewedOutbox} />
            <ListMenu title={t('shell.workspace.outbox')} isEmpty={total === 0} />
          </Group>
        }
      >
        <CommandFilters counts={counts} />
        <SendQueues scope={scope} />
        <SelectedCommandsBar onRemove={setRemoving} />
      </ListHead>
      {list.error && <ErrorNote error={list.error} />}
      {damaged > 0 && (
        <Text px="md" py={4} size="xs" role="alert">
          {t('outbox.damaged', { count: damaged })}
        </Text>
      )}
      {list.total === 0 && (
        <Text p="md" size="sm" c="var(--nadir-quiet)">
          {states.length > 0 ? t('outbox.noMatch') : t('outbox.empty')}
        </Text>
      )}
      <ListRows
        label={t('shell.workspace.outbox')}
        rowHeight={52}
        list={list}
        position={position}
        onOpen={() => focusPane('details')}
        choice={choice}
        render={(command) => {
          const about = commandAbout(command, {
            t,
            language: i18n.language,
            format,
            product: productOf(command),
          });
          const contract = everywhere ? command.contractName : null;
          return (
            <CommandListRow
              command={command}
              title={commandTitle(t, command)}
              about={[contract, about].filter(Boolean).join(' · ')}
              chosen={chosen.has(command.id)}
            />
          );
        }}
      />
      <ReleaseReview />
      <RemoveCommands ids={removing} onClose={() => setRemoving(null)} />
    </>
  );
}

/**
 * The list of all commands that change something at the service: drafts, waiting and sent commands, and their results.
 */
export function OutboxWorkspace() {
  return <InScope workspace="outbox">{(scope) => <OutboxList active={scope} />}</InScope>;
}
