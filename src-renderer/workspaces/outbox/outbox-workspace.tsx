import { Button, Group, Text } from '@mantine/core';
import { IconSquare, IconSquareCheckFilled } from '@tabler/icons-react';
import { keepPreviousData, skipToken, useQueries, useQuery } from '@tanstack/react-query';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Scope, SubmissionId } from '../../../src-preload/contract/ids.ts';
import {
  type Command,
  type CommandState,
  commandStateSchema,
  mostAtOnce,
} from '../../../src-preload/contract/outbox.ts';
import { useActiveScope, useApi, useSettings } from '../../client/api.tsx';
import { mapStore } from '../../state/map-store.ts';
import { hover, select, useHovered, useSelected } from '../../state/selection.ts';
import { OutboxFilters } from '../../subjects/command/command-filters.tsx';
import { CommandStateMark } from '../../subjects/command/command-state.tsx';
import { commandAbout, commandTitle } from '../../subjects/command/command-words.ts';
import { choose, outboxStore } from '../../subjects/command/outbox-store.ts';
import { RemoveCommands } from '../../subjects/command/remove-commands.tsx';
import { scopeKey, useProductOf } from '../../subjects/command/use-products.ts';
import { NoScope } from '../../subjects/contract/no-scope.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ListTitle } from '../../ui/list-filters.tsx';
import {
  indexWhere,
  pageSize,
  rowAt,
  useLatest,
  usePagesInView,
  useShownPages,
} from '../../ui/paged-rows.ts';
import classes from '../../ui/panes.module.css';
import { focusPane } from '../../ui/panes.ts';
import { useAct, useSay } from '../../ui/use-act.ts';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import { Lanes } from './lane-line.tsx';
import { ReleaseReview } from './release-review.tsx';

const noCounts: Record<CommandState, number> = {
  ...{ draft: 0, waiting: 0, sending: 0, sent: 0 },
  ...{ refused: 0, unknown: 0, failed: 0 },
};

interface CommandLineProps {
  command: Command;
  title: string;
  about: string;
  chosen: boolean;
}

const CommandLine = memo(function CommandLine({ command, title, about, chosen }: CommandLineProps) {
  const Box = chosen ? IconSquareCheckFilled : IconSquare;
  return (
    <div style={{ display: 'flex', gap: 8, alignItems: 'center', minWidth: 0 }}>
      {/* The option itself says whether it is chosen; this is where the pointer chooses it. */}
      <span data-choose style={{ display: 'inline-flex', padding: '10px 4px 10px 0', flex: 'none' }}>
        <Box size={16} aria-hidden color={chosen ? 'var(--nadir-accent)' : 'var(--nadir-quiet)'} />
      </span>
      <div style={{ minWidth: 0, flex: 1 }}>
        <div className={classes.rowLine}>
          <span className={classes.rowName} title={title}>
            {title}
          </span>
          <span style={{ display: 'inline-flex', fontSize: 11.5 }}>
            <CommandStateMark state={command.state} />
          </span>
        </div>
        <div className={classes.rowQuiet}>{about}</div>
      </div>
    </div>
  );
});

/** What may be done with the chosen rows. */
function ChosenBar({ onRemove }: { onRemove: (ids: readonly SubmissionId[]) => void }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const say = useSay();
  const chosen = useStore(outboxStore, (state) => state.chosen);
  if (chosen.size === 0) return null;
  const ids = [...chosen];
  const hold = async () => {
    const { held } = await client.outbox.hold({ ids });
    say({ message: t('outbox.movedToDrafts', { count: held }), color: 'teal' });
  };
  return (
    <Group gap={6} mt={8} role="toolbar" aria-label={t('outbox.selectedActions')}>
      <Text size="xs" style={{ flex: 1 }} role="status">
        {t('outbox.selected', { count: chosen.size })}
      </Text>
      <Button size="compact-xs" onClick={() => outboxStore.setState({ reviewed: ids })}>
        {t('outbox.send')}
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => act(hold)}>
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

function useCounts(scope: Scope | null): Record<CommandState, number> {
  const overview = useQuery(useApi().query.outbox.overview.queryOptions()).data ?? [];
  const counts = { ...noCounts };
  for (const each of overview) {
    if (scope !== null && scopeKey(each.scope) !== scopeKey(scope)) continue;
    for (const state of commandStateSchema.options) counts[state] += each.states[state];
  }
  return counts;
}

function OutboxList({ active }: { active: Scope }) {
  const { t, i18n } = useTranslation();
  const { query, client } = useApi();
  const act = useAct();
  const latest = useLatest();
  const say = useSay();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const productOf = useProductOf();
  const { states, order, everywhere, chosen } = useStore(outboxStore);
  const [removing, setRemoving] = useState<readonly SubmissionId[] | null>(null);
  const { pages, onRange } = usePagesInView();
  const scope = everywhere ? null : active;
  const terms = { scope, states: [...states], order };
  const counts = useCounts(scope);
  const lists = useQueries({
    queries: pages.map((page) => ({
      ...query.outbox.list.queryOptions({ input: { ...terms, offset: page * pageSize, limit: pageSize } }),
      // Hundreds of rows go at once: a page from before would tell the old length, and the list would jump between the two.
      gcTime: 0,
    })),
  });
  const shown = useShownPages(
    JSON.stringify(terms),
    pages.map((page, i) => [page, lists[i]?.data] as const),
  );
  const places = useQuery({
    ...query.outbox.places.queryOptions({ input: { scope, states: [...states] } }),
    placeholderData: keepPreviousData,
  }).data;
  const selected = useSelected('command');
  const hovered = useHovered('command');
  const seenAt = selected === null ? null : indexWhere(shown, (row: Command) => row.id === selected);
  const position = useQuery(
    query.outbox.position.queryOptions({ input: selected === null ? skipToken : { ...terms, id: selected } }),
  ).data;
  useEffect(() => {
    if (places) mapStore.setState({ commandPlaces: places });
  }, [places]);
  useEffect(
    () => () => {
      mapStore.setState({ commandPlaces: null });
      hover('command', null);
    },
    [],
  );

  const total = shown?.total ?? 0;
  const damaged = lists.reduce((sum, list) => sum + (list.data?.damaged ?? 0), 0);
  const failed = lists.find((list) => list.isError)?.error;
  const selectAt = (index: number) =>
    act(() =>
      latest(
        async () =>
          rowAt(shown, index) ?? (await client.outbox.list({ ...terms, offset: index, limit: 1 })).rows[0],
        (row) => row && select('command', row.id),
      ),
    );

  const anchor = useRef<number | null>(null);
  const chooseRows = async (how: 'toggle' | 'to' | 'all' | 'none', index: number) => {
    if (how === 'none') return choose([]);
    if (how === 'toggle') {
      const id = rowAt(shown, index)?.id;
      anchor.current = index;
      if (id === undefined) return;
      const next = new Set(outboxStore.getState().chosen);
      if (!next.delete(id)) next.add(id);
      return choose(next);
    }
    const from = how === 'all' ? 0 : Math.min(anchor.current ?? index, index);
    const to = how === 'all' ? total - 1 : Math.max(anchor.current ?? index, index);
    anchor.current ??= index;
    const rows = await client.outbox.ids({
      ...terms,
      offset: from,
      limit: Math.max(1, Math.min(mostAtOnce, to - from + 1)),
    });
    choose(rows.map(({ id }) => id));
    if (to - from >= mostAtOnce)
      say({ message: t('outbox.mostAtOnce', { count: mostAtOnce }), color: 'orange' });
  };

  return (
    <>
      <div className={classes.paneHead}>
        <Group justify="space-between" mb={8} wrap="nowrap">
          <ListTitle title={t('shell.workspace.outbox')} count={total} />
          {total > 0 && (
            <Button size="compact-xs" variant="default" onClick={() => act(() => chooseRows('all', 0))}>
              {t('outbox.selectAll')}
            </Button>
          )}
        </Group>
        <OutboxFilters counts={counts} />
        <Lanes scope={scope} />
        <ChosenBar onRemove={setRemoving} />
      </div>
      {failed !== undefined && <ErrorNote error={failed} />}
      {damaged > 0 && (
        <Text px="md" py={4} size="xs" role="alert">
          {t('outbox.damaged', { count: damaged })}
        </Text>
      )}
      {shown && total === 0 && (
        <Text p="md" size="sm" c="var(--nadir-quiet)">
          {states.length > 0 ? t('outbox.noMatch') : t('outbox.empty')}
        </Text>
      )}
      {total > 0 && (
        <VirtualRows
          label={t('shell.workspace.outbox')}
          count={total}
          rowHeight={52}
          selectedKey={selected}
          selectedIndex={seenAt ?? position ?? null}
          hoveredIndex={hovered === null ? null : indexWhere(shown, (row: Command) => row.id === hovered)}
          onSelect={selectAt}
          onOpen={() => focusPane('details')}
          onHover={(index) => hover('command', index === null ? null : (rowAt(shown, index)?.id ?? null))}
          onRange={onRange}
          choice={{
            isChosen: (index) => {
              const id = rowAt(shown, index)?.id;
              return id !== undefined && chosen.has(id);
            },
            choose: (how, index) => act(() => chooseRows(how, index)),
          }}
          render={(index) => {
            const command = rowAt(shown, index);
            if (!command) return null;
            const product = productOf(command);
            const about = commandAbout(command, { t, language: i18n.language, format, product });
            const contract = everywhere ? command.contractName : null;
            return (
              <CommandLine
                command={command}
                title={commandTitle(t, command)}
                about={[contract, about].filter(Boolean).join(' · ')}
                chosen={chosen.has(command.id)}
              />
            );
          }}
        />
      )}
      <ReleaseReview />
      <RemoveCommands ids={removing} onClose={() => setRemoving(null)} />
    </>
  );
}

/** Everything that is to change something at the service: written, let go, sent, and what became of it. */
export function OutboxWorkspace() {
  const { t } = useTranslation();
  const scope = useActiveScope();
  if (!scope) return <NoScope title={t('shell.workspace.outbox')} />;
  return <OutboxList key={scopeKey(scope)} active={scope} />;
}
