import { networkInterfaces } from 'node:os';

const checkEveryMs = 2_000;
/** If a check comes this much later than planned, the computer slept or was stopped. */
const sleptMs = 8_000;

interface NetworkWatchOptions {
  /** Called when older connections may be dead, and when what could not be reached may be reachable again. */
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
 * Reports when this computer joined another network, or woke from sleep. No event for either works on every system, but both show
 * in the addresses and the clock.
 */
export function watchNetwork({
  changed,
  now,
  addresses = addressesOfSystem,
}: NetworkWatchOptions): () => void {
  /** The system may have no file descriptor left to answer; then no change is assumed. */
  const check = (before: string) => {
    try {
      return addresses();
    } catch {
      return before;
    }
  };
  let known = check('');
  let checkedAt = now();
  const timer = setInterval(() => {
    const [before, beforeAt] = [known, checkedAt];
    known = check(before);
    checkedAt = now();
    // Without any address there is no network to use.
    if (known === '' && before === '') return;
    if (known !== before || checkedAt - beforeAt > checkEveryMs + sleptMs) changed();
  }, checkEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
