import { useInterval } from '@mantine/hooks';
import { useState } from 'react';

const minuteMs = 60_000;

/** Returns the time in milliseconds since 1970, and renders the component again each minute. */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), minuteMs, { autoInvoke: true });
  return now;
}
