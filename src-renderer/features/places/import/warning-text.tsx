import { Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** A warning about something that prevents all or part of an import. */
export function WarningText({ children, testId }: { children: ReactNode; testId?: string }) {
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" role="alert">
      <IconAlertTriangle
        size={14}
        aria-hidden
        color="var(--nadir-warning)"
        style={{ flexShrink: 0, marginTop: 2 }}
      />
      <Text size="xs" data-testid={testId} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Text>
    </Group>
  );
}
