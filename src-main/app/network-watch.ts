import { networkInterfaces } from 'node:os';

const checkEveryMs = 2_000;
/** A look that comes so much later than it was due: the computer slept, or was stopped. */
const sleptMs = 8_000;

interface NetworkWatchOptions {
  /** Connections begun before this may be dead, and what could not be reached may be there now. */
  changed: () => void;
  now: () => number;
  /** The addresses of this computer, as a text to compare. */
  addresses?: () => string;
}

/** All addresses but those that lead to this computer itself; a name server or a proxy that moves shows nowhere. */
function addressesOfSystem(): string {
  return Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)
    .toSorted()
    .join(' ');
}

/**
 * Says when this computer came to another network, or back from sleep. Neither is told to a program in the same way
 * everywhere; both show in what every system answers.
 */
export function watchNetwork({
  changed,
  now,
  addresses = addressesOfSystem,
}: NetworkWatchOptions): () => void {
  /** The system may have no descriptor left to answer with: then nothing is known to have changed. */
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
    // Without any address there is nothing to go on with.
    if (known === '' && before === '') return;
    if (known !== before || checkedAt - beforeAt > checkEveryMs + sleptMs) changed();
  }, checkEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
