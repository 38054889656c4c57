import { Button, Group } from '@mantine/core';
import { IconCrosshair } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface PickButton {
  label: string;
  /** True while the map waits for a click. */
  picking: boolean;
  toggle: () => void;
}

/**
 * Returns the properties of an input whose value can be picked on the map: they place the button for it beside the
 * field.
 */
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
