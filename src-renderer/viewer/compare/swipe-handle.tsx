import { IconArrowsHorizontal } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { compareStore } from '../../kit/state/compare-store.ts';
import classes from './compare.module.css';

const steps = {
  ArrowLeft: -0.01,
  ArrowDown: -0.01,
  ArrowRight: 0.01,
  ArrowUp: 0.01,
  PageUp: 0.1,
  PageDown: -0.1,
};

const set = (fraction: number) => compareStore.setState({ swipe: Math.max(0, Math.min(1, fraction)) });

/** The line between the raster below and those above it. It can be dragged, or moved by keys. */
export function SwipeHandle() {
  const { t } = useTranslation();
  const swipe = useStore(compareStore, (state) => state.swipe);
  const pane = useRef<HTMLDivElement>(null);
  const moveTo = (clientX: number) => {
    const box = pane.current?.getBoundingClientRect();
    if (box && box.width > 0) set((clientX - box.left) / box.width);
  };
  const percent = Math.round(swipe * 100);
  return (
    <div ref={pane} className={classes.over}>
      <div
        className={classes.handle}
        style={{ left: `${swipe * 100}%` }}
        role="slider"
        tabIndex={0}
        aria-label={t('compare.swipe')}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={t('compare.swipeAt', { percent })}
        data-testid="swipe"
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.focus();
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) moveTo(event.clientX);
        }}
        onKeyDown={(event) => {
          const step = Object.entries(steps).find(([key]) => key === event.key)?.[1];
          if (event.key === 'Home') set(0);
          else if (event.key === 'End') set(1);
          else if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
          else set(Math.round((swipe + step * (event.shiftKey ? 10 : 1)) * 100) / 100);
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        <span className={classes.grip}>
          <IconArrowsHorizontal size={16} aria-hidden />
        </span>
      </div>
    </div>
  );
}
