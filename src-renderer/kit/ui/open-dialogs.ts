import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

interface OpenDialog {
  close: () => void;
  /** True for a dialog that opens by itself: it is not shown beside another one. */
  givesWay: boolean;
}

/** The open dialogs, the uppermost last. */
const openDialogs: OpenDialog[] = [];
const followers = new Set<() => void>();

/** Tells those that give way, after a dialog that opens in the place of one that closes. */
function tellFollowers() {
  setTimeout(() => {
    for (const follower of followers) follower();
  });
}

/** Closes the uppermost dialog on Escape, unless a list or a menu that is open in it takes the key. */
function closeUppermost(event: KeyboardEvent) {
  if (event.key !== 'Escape' || event.isComposing) return;
  const { target } = event;
  // The mark by which the kit's own dialogs know such a list.
  if (target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true') return;
  openDialogs.at(-1)?.close();
}

/**
 * Closes a dialog by Escape as long as no other one is above it. The kit's dialogs do not know each other: each of them closes by the same
 * key, so one that is opened over another must not use the kit's `closeOnEscape`.
 */
export function useClosedByEscape(isOpen: boolean, onClose: () => void, givesWay = false) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const dialog = { close: () => close(), givesWay };
    // In the capture phase, as the kit does it: what is in the dialog may keep the key for itself.
    if (openDialogs.length === 0) window.addEventListener('keydown', closeUppermost, { capture: true });
    openDialogs.push(dialog);
    tellFollowers();
    return () => {
      openDialogs.splice(openDialogs.indexOf(dialog), 1);
      if (openDialogs.length === 0) window.removeEventListener('keydown', closeUppermost, { capture: true });
      tellFollowers();
    };
  }, [isOpen, givesWay]);
}

function follow(follower: () => void) {
  followers.add(follower);
  return () => void followers.delete(follower);
}
const isNoneInTheWay = () => openDialogs.every(({ givesWay }) => givesWay);

/**
 * Returns true while a dialog may be shown. One that gives way may be shown while no other one is open, which a person is answering,
 * whichever of them was opened first.
 */
export const useDialogTurn = (givesWay: boolean): boolean =>
  useSyncExternalStore(follow, () => !givesWay || isNoneInTheWay());
