import { useEffect, useRef, useState } from 'react';

interface DropTarget {
  take(files: readonly File[]): void;
  /** Returns true for the names of accepted files; null for a screen that accepts any file. */
  asksFor: ((name: string) => boolean) | null;
  /** Returns true while the screen is open and waits for files: then no other screen receives them. */
  isWaiting: () => boolean;
}

/** Another use for some kinds of files, which the user can choose. */
interface Offer {
  /**
   * Receives the files, and a function that passes them to the screen that accepts any file; null without such a
   * screen.
   */
  offer(files: readonly File[], others: (() => void) | null): void;
  asksFor(name: string): boolean;
}

/** The screens that accept dropped files. Of those for any file, the last one registered receives them. */
const targets: DropTarget[] = [];
/** Called when a screen that accepts any file has opened. */
const awaiting: (() => void)[] = [];
const offers: Offer[] = [];

function useFileDrags(onDrop: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useRef(onDrop);
  useEffect(() => {
    take.current = onDrop;
  });
  useEffect(() => {
    const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const drag = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      // Without a related target the pointer has left the window; otherwise it has only moved to another element.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!hasFile(event)) return;
      event.preventDefault();
      take.current([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', drag);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', drag);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return over;
}

/**
 * Passes the files that are dropped anywhere in the window to `take`. With `asksFor`, it receives the files with these
 * names, regardless of other screens, and no others; `isWaiting` is true for a screen that is open for files. Returns
 * true while files are dragged over the window.
 */
export function useFileDrop(
  take: DropTarget['take'],
  asksFor: DropTarget['asksFor'] = null,
  isWaiting = false,
): boolean {
  const latest = useRef({ take, isWaiting });
  useEffect(() => {
    latest.current = { take, isWaiting };
  });
  useEffect(() => {
    const registered: DropTarget = {
      take: (files) => latest.current.take(files),
      isWaiting: () => latest.current.isWaiting,
      asksFor,
    };
    targets.push(registered);
    if (asksFor === null) for (const tell of awaiting.splice(0)) tell();
    return () => void targets.splice(targets.indexOf(registered), 1);
  }, [asksFor]);
  return useFileDrags(() => undefined);
}

/**
 * Offers another use for dropped files with these names, besides that of the screen that accepts any file. `asksFor`
 * must not change.
 */
export function useDropOffer(offer: Offer['offer'], asksFor: Offer['asksFor']) {
  const latest = useRef(offer);
  useEffect(() => {
    latest.current = offer;
  });
  useEffect(() => {
    const registered: Offer = { offer: (...args) => latest.current(...args), asksFor };
    offers.push(registered);
    return () => void offers.splice(offers.indexOf(registered), 1);
  }, [asksFor]);
}

/** Inspects dropped files before any screen receives them; `others` passes them to the screens. */
type Claim = (files: readonly File[], others: () => void) => unknown;
let claim: Claim | null = null;

/**
 * Registers a function that inspects dropped files first, unless an open screen waits for files. `next` must not
 * change.
 */
export function useDropClaim(next: Claim) {
  useEffect(() => {
    claim = next;
    return () => {
      claim = null;
    };
  }, [next]);
}

/** Returns true if a screen that is open asks for one of these names, or accepts any file. */
export const isAccepted = (names: readonly string[]): boolean =>
  targets.some(({ asksFor }) => asksFor === null || names.some(asksFor));

/** Resolves when the next screen opens that accepts any file. */
export const nextAcceptingScreen = (): Promise<void> => new Promise((resolve) => awaiting.push(resolve));

/** Passes files to the screen that is for them, as if they were dropped; calls `refuse` if there is none. */
export function giveFiles(files: readonly File[], refuse: () => void): void {
  const isAsked = ({ asksFor }: DropTarget) => asksFor !== null && files.some(({ name }) => asksFor(name));
  const pass = () => {
    const asking = targets.findLast(isAsked);
    const target = asking ?? targets.findLast(({ asksFor }) => asksFor === null);
    const accepted = files.filter(({ name }) => asking?.asksFor?.(name) ?? true);
    const offering = offers.findLast(({ asksFor }) => files.some(({ name }) => asksFor(name)));
    if (offering && asking === undefined && target?.isWaiting() !== true)
      offering.offer(files, target === undefined ? null : () => target.take(files));
    else if (target && accepted.length > 0) target.take(accepted);
    else refuse();
  };
  if (claim === null || targets.some(({ isWaiting }) => isWaiting())) pass();
  else claim(files, pass);
}

/** Handles dropped files and listens to drags; see `FileDrops`. */
export function useDrops(refuse: () => void) {
  useFileDrags((files) => giveFiles(files, refuse));
}
