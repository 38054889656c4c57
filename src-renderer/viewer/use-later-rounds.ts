import { useEffect, useState } from 'react';

const firstPauseMs = 5_000;
/** The last round starts five minutes after the first failure. */
const maxRounds = 6;

/**
 * Returns the round in which a picture is requested: 0 at first, then one more some time after each failure, because the
 * overviews of a new raster are still being built. The pauses double, and after `maxRounds` there is no further round.
 */
export function useLaterRounds(failures: number): number {
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (failures === 0 || failures > maxRounds) return;
    const timer = setTimeout(() => setRound(failures), firstPauseMs * 2 ** (failures - 1));
    return () => clearTimeout(timer);
  }, [failures]);
  return round;
}
