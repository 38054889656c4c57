import { Chip, Group, Select, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  type CommandState,
  commandOrderSchema,
  commandStateSchema,
} from '../../../src-preload/contract/outbox.ts';
import { CountChip } from '../../ui/list-filters.tsx';
import { CommandStateMark } from './command-state.tsx';
import { outboxStore } from './outbox-store.ts';

/** What needs a look first. */
const inTurn: readonly CommandState[] = [
  'unknown',
  'failed',
  'refused',
  'sending',
  'waiting',
  'draft',
  'sent',
];
/** Shown even while no command is in one of them. */
const usual: readonly CommandState[] = ['draft', 'waiting', 'sent'];

export function OutboxFilters({ counts }: { counts: Record<CommandState, number> }) {
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
        <Select
          w={150}
          aria-label={t('tasks.sortBy')}
          data={commandOrderSchema.options.map((value) => ({ value, label: t(`outbox.order.${value}`) }))}
          value={order}
          allowDeselect={false}
          onChange={(value) => value && outboxStore.setState({ order: commandOrderSchema.parse(value) })}
        />
      </Group>
      <Chip.Group
        multiple
        value={[...states]}
        onChange={(values) =>
          outboxStore.setState({
            states: values.map((value) => commandStateSchema.parse(value)),
            chosen: new Set(),
          })
        }
      >
        <Group gap={4} role="group" aria-label={t('label.status')}>
          {inTurn
            .filter((state) => usual.includes(state) || counts[state] > 0 || states.includes(state))
            .map((state) => (
              <CountChip
                key={state}
                value={state}
                count={counts[state]}
                mark={<CommandStateMark state={state} />}
              />
            ))}
        </Group>
      </Chip.Group>
    </>
  );
}
