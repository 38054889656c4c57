import { Loader } from '@mantine/core';

interface BusyProps {
  /** What is in progress; screen readers announce this text. */
  readonly label: string;
  readonly size?: number;
}

/**
 * A spinner for a short operation. The library's Loader is a bare span, which may not have an accessible name
 * without a role.
 */
export function Busy({ label, size = 18 }: BusyProps) {
  return <Loader size={size} role="status" aria-label={label} />;
}
