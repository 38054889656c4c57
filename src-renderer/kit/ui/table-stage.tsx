import { Box } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import classes from './table-stage.module.css';

const minShare = 0.2;
const maxShare = 0.8;
const step = 0.05;

const clamp = (share: number) => Math.max(minShare, Math.min(maxShare, share));

interface TableStageProps {
  label: string;
  /** The name of the handle that changes the height. */
  handleLabel: string;
  /** The height as a fraction of the space for table and map. */
  share: number;
  onShare: (share: number) => void;
  children: ReactNode;
}

/** A wide table below the map. The handle between them is moved by pointer or by arrow keys. */
export function TableStage({ label, handleLabel, share, onShare, children }: TableStageProps) {
  const stage = useRef<HTMLElement>(null);
  const onPointerDown = (event: React.PointerEvent<HTMLButtonElement>) => {
    const whole = stage.current?.parentElement?.getBoundingClientRect();
    if (!whole) return;
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    const move = ({ clientY }: PointerEvent) => onShare(clamp((whole.bottom - clientY) / whole.height));
    handle.addEventListener('pointermove', move);
    // This event follows both pointerup and pointercancel.
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const by = { ArrowUp: step, ArrowDown: -step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onShare(clamp(share + by));
  };
  return (
    <Box
      component="section"
      ref={stage}
      className={classes.stage}
      __vars={{ '--stage-height': `${100 * share}%` }}
      aria-label={label}
      data-stage
    >
      <button
        type="button"
        className={classes.handle}
        aria-label={handleLabel}
        onPointerDown={onPointerDown}
        onKeyDown={onKeyDown}
      />
      {children}
    </Box>
  );
}
