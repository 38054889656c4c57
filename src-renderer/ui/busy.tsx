import { Loader } from '@mantine/core';

interface BusyProps {
  /** What is going on, for those who cannot see it turn. */
  readonly label: string;
  readonly size?: number;
}

/** A turning mark for something short. The library's own is a bare span, and a span may not bear a name. */
export function Busy({ label, size = 18 }: BusyProps) {
  return <Loader size={size} role="status" aria-label={label} />;
}
