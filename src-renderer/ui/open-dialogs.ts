import { useEffect, useEffectEvent, useState } from 'react';

/** What closes each of the open dialogs, the uppermost last. */
const openDialogs: (() => void)[] = [];

/** What waits until no dialog is open. */
const waiting = new Set<() => void>();

/** Gives the next one its turn if a dialog has been closed and none was opened in its place. */
function giveTurn() {
  const [next] = waiting;
  if (next === undefined || openDialogs.length > 0) return;
  waiting.delete(next);
  next();
}

/** Closes the uppermost dialog on Escape, unless a list or a menu that is open in it takes the key. */
function closeUppermost(event: KeyboardEvent) {
  if (event.key !== 'Escape' || event.isComposing) return;
  const { target } = event;
  // The mark by which the kit's own dialogs know such a list.
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return;
  openDialogs.at(-1)?.();
}

/**
 * Closes a dialog by Escape as long as no other one is above it. The kit's dialogs do not know each other: each of them closes by the same
 * key, so one that is opened over another must not use the kit's `closeOnEscape`.
 */
export function useClosedByEscape(isOpen: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const closeThis = () => close();
    // In the capture phase, as the kit does it: what is in the dialog may keep the key for itself.
    if (openDialogs.length === 0) window.addEventListener('keydown', closeUppermost, { capture: true });
    openDialogs.push(closeThis);
    return () => {
      openDialogs.splice(openDialogs.indexOf(closeThis), 1);
      if (openDialogs.length === 0) window.removeEventListener('keydown', closeUppermost, { capture: true });
      setTimeout(giveTurn);
    };
  }, [isOpen]);
}

/**
 * Returns true once a dialog that opens by itself may be shown: one that a person is answering is not covered by it.
 */
export function useDialogTurn(isWanted: boolean): boolean {
  const [hasTurn, setTurn] = useState(false);
  useEffect(() => {
    if (!isWanted) {
      setTurn(false);
      return;
    }
    const begin = () => setTurn(true);
    waiting.add(begin);
    giveTurn();
    return () => void waiting.delete(begin);
  }, [isWanted]);
  return isWanted && hasTurn;
}
