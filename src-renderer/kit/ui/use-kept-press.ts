import { useEffect, useEffectEvent, useState } from 'react';

interface KeptPressOptions<Shown> {
  /** True while main still has to answer what the press depends on. */
  isWaiting: boolean;
  /** What the button shows at this moment. A press keeps it. */
  shown: Shown;
  /** Returns true if a press on `shown` may be carried out now. It is asked only when nothing is awaited. */
  isStillMeant: (shown: Shown) => boolean;
  run: () => void;
}

/**
 * Keeps the press of a button that waits for main until the answer is there. The press is carried out then if it is
 * still meant, else `isRefused` is true until the next press: a press is neither dropped nor guessed.
 */
export function useKeptPress<Shown>({ isWaiting, shown, isStillMeant, run }: KeptPressOptions<Shown>) {
  const [kept, setKept] = useState<{ shown: Shown } | null>(null);
  const [isRefused, setRefused] = useState(false);
  const carryOut = useEffectEvent((pressedOn: Shown) => {
    if (isStillMeant(pressedOn)) run();
    else setRefused(true);
  });
  useEffect(() => {
    if (kept === null || isWaiting) return;
    setKept(null);
    carryOut(kept.shown);
  }, [kept, isWaiting]);
  return {
    isKept: kept !== null,
    isRefused,
    press() {
      setRefused(false);
      if (isWaiting) setKept({ shown });
      else run();
    },
    drop: () => setKept(null),
  };
}
