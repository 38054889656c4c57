import { useState } from 'react';
import { useApi, useSettings } from '../kit/client/api.tsx';
import classes from '../kit/ui/panes.module.css';

interface PaneWidth {
  /** The name under which the width is saved. */
  name: 'listWidth' | 'detailsWidth';
  defaultPx: number;
  minPx: number;
  maxPx: number;
  /** The side of the pane on which the splitter is. */
  side: 'left' | 'right';
}

const stepPx = 24;

/** Returns the saved width of a pane, and the handlers that change it. */
export function usePaneWidth({ name, defaultPx, minPx, maxPx, side }: PaneWidth) {
  const { client } = useApi();
  const savedPx = useSettings()?.workspace[name];
  const [width, setWidth] = useState<number | null>(null);
  const widthPx = width ?? (typeof savedPx === 'number' ? savedPx : defaultPx);
  const clamp = (value: number) => Math.max(minPx, Math.min(maxPx, value));
  const outwards = side === 'right' ? 1 : -1;
  // A width that cannot be saved needs no error message.
  const save = (value: number) =>
    client.settings.set({ workspace: { [name]: value } }).catch(() => undefined);
  const onPointerDown = (event: React.PointerEvent<HTMLButtonElement>) => {
    const from = event.clientX;
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    const widthAt = ({ clientX }: PointerEvent) => clamp(widthPx + outwards * (clientX - from));
    const move = (moved: PointerEvent) => setWidth(widthAt(moved));
    const end = (ended: PointerEvent) => {
      handle.removeEventListener('pointermove', move);
      void save(widthAt(ended));
    };
    handle.addEventListener('pointermove', move);
    // This event follows both pointerup and pointercancel.
    handle.addEventListener('lostpointercapture', end, { once: true });
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const by = { ArrowLeft: -stepPx, ArrowRight: stepPx }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = clamp(widthPx + outwards * by);
    setWidth(next);
    void save(next);
  };
  return { width: widthPx, handle: { onPointerDown, onKeyDown } };
}

/** The handle between two panes, moved by pointer or by arrow keys. */
export function Splitter({
  label,
  handle,
}: {
  label: string;
  handle: ReturnType<typeof usePaneWidth>['handle'];
}) {
  return <button type="button" className={classes.splitter} aria-label={label} {...handle} />;
}
