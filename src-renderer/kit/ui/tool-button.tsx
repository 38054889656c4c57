import { ActionIcon, Tooltip } from '@mantine/core';
import type { Icon as TablerIcon } from '@tabler/icons-react';

interface ToolProps {
  label: string;
  icon: TablerIcon;
  onClick: () => void;
  isPressed?: boolean;
  isDisabled?: boolean;
  /** The button looks disabled, but a press still runs `onClick`, which says then why nothing happens. */
  looksDisabled?: boolean;
}

/** A toolbar button: an icon with a tooltip. */
export function Tool({
  label,
  icon: Icon,
  onClick,
  isPressed,
  isDisabled = false,
  looksDisabled = isDisabled,
}: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={isPressed ? 'filled' : 'default'}
        aria-label={label}
        aria-pressed={isPressed}
        aria-disabled={looksDisabled || undefined}
        data-disabled={looksDisabled}
        onClick={isDisabled ? () => undefined : onClick}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
