import { Button, Group } from '@mantine/core';
import { IconCrosshair } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface PickButton {
  label: string;
  /** The map waits for the pick. */
  picking: boolean;
  toggle: () => void;
}

/** For an input whose value may be picked on the map: the button for it stands beside the field. */
export function besideInput({ label, picking, toggle }: PickButton) {
  return {
    styles: { wrapper: { margin: 0 } },
    inputContainer: (field: ReactNode) => (
      <Group gap={6} wrap="nowrap" my={4}>
        <div style={{ flex: 1 }}>{field}</div>
        <Button
          variant={picking ? 'filled' : 'default'}
          leftSection={<IconCrosshair size={14} aria-hidden />}
          aria-pressed={picking}
          onClick={toggle}
        >
          {label}
        </Button>
      </Group>
    ),
  };
}
