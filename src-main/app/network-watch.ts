import { networkInterfaces } from 'node:os';

const checkEveryMs = 2_000;
/** If a check runs this much later than planned, the computer was asleep or the process was stopped. */
const sleptMs = 8_000;

interface NetworkWatchOptions {
  /** Called when open connections may be broken, or hosts may be reachable again. */
  changed: () => void;
  now: () => number;
  /** Returns the addresses of this computer as a text to compare. */
  addresses?: () => string;
}

/** Returns all addresses except loopback; a changed name server or proxy is not visible here. */
function addressesOfSystem(): string {
  return Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    .toSorted()
    .join(' ');
}

/**
 * Calls `changed` when this computer has joined another network or woken from sleep, and returns the function that ends the watch. No
 * event reports either on every system, but both are visible in the addresses and the clock.
 */
export function watchNetwork({
  changed,
  now,
  addresses = addressesOfSystem,
}: NetworkWatchOptions): () => void {
  /** Returns the present addresses, or the ones before if the system has no file descriptor left to answer. */
  const check = (before: string) => {
    try {
      return addresses();
    } catch {
      return before;
    }
  };
  let current = check('');
  let checkedAt = now();
  const timer = setInterval(() => {
    const [before, beforeAt] = [current, checkedAt];
    current = check(before);
    checkedAt = now();
    // Without any address there is no network.
    if (current === '' && before === '') return;
    if (current !== before || checkedAt - beforeAt > checkEveryMs + sleptMs) changed();
  }, checkEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
