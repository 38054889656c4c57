import { useEffect, useState } from 'react';

const firstPauseMs = 5_000;
/** The last round begins five minutes after the first failure. */
const maxRounds = 6;

/**
 * Returns the round in which a picture is asked for: 0 at first, and as many as failed some time after the last failure, because the
 * overviews of a raster that has just arrived are still being built. The pauses double, and after some rounds there is no other.
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
