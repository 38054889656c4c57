import { Group, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type CommandState, commandOrderSchema } from '../../../src-preload/contract/outbox.ts';
import { SortSelect, StateChips } from '../../kit/ui/filter-bar.tsx';
import { CommandStateMark } from './command-state.tsx';
import { outboxStore } from './outbox-store.ts';

/** The states in the order of the filter: those that need attention come first. */
const byUrgency: readonly CommandState[] = [
  'unknown',
  'failed',
  'refused',
  'sending',
  'waiting',
  'draft',
  'sent',
];
const usual: readonly CommandState[] = ['draft', 'waiting', 'sent'];

/** The filters and the sort of the outbox. Changing a filter clears the selection, because it may hide selected commands. */
export function CommandFilters({ counts }: { counts: Record<CommandState, number> }) {
  const { t } = useTranslation();
  const { states, order, everywhere } = useStore(outboxStore);
  return (
    <>
      <Group gap={8} mb={8} justify="space-between" wrap="nowrap">
        <Switch
          size="xs"
          label={t('common.allContracts')}
          checked={everywhere}
          onChange={(event) =>
            outboxStore.setState({ everywhere: event.currentTarget.checked, chosen: new Set() })
          }
        />
        <SortSelect
          width={180}
          options={commandOrderSchema.options.map((value) => ({ value, label: t(`outbox.order.${value}`) }))}
          value={order}
          onChange={(selected) => outboxStore.setState({ order: selected })}
        />
      </Group>
      <StateChips
        states={byUrgency}
        always={usual}
        counts={counts}
        selected={states}
        onChange={(selected) => outboxStore.setState({ states: selected, chosen: new Set() })}
        mark={(state) => <CommandStateMark state={state} />}
      />
    </>
  );
}
