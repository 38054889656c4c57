import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconHelpCircle,
  IconPencil,
  IconSend,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CommandState } from '../../../src-preload/contract/outbox.ts';

const icons: Record<CommandState, typeof IconX> = {
  draft: IconPencil,
  waiting: IconClock,
  sending: IconSend,
  sent: IconCheck,
  refused: IconX,
  unknown: IconHelpCircle,
  failed: IconAlertTriangle,
};

const colours: Record<CommandState, string> = {
  draft: 'var(--nadir-quiet)',
  waiting: 'var(--mantine-color-text)',
  sending: 'var(--nadir-accent)',
  sent: 'var(--nadir-accent)',
  refused: 'var(--nadir-warning)',
  unknown: 'var(--nadir-warning)',
  failed: 'var(--nadir-warning)',
};

/** Shows the state of a command as an icon and as a word. */
export function CommandStateMark({ state }: { state: CommandState }) {
  const { t } = useTranslation();
  const Icon = icons[state];
  return (
    <span
      style={{ display: 'inline-flex', gap: 4, alignItems: 'center', flex: 'none', color: colours[state] }}
    >
      <Icon size={14} aria-hidden />
      <span>{t(`outbox.state.${state}`)}</span>
    </span>
  );
}
