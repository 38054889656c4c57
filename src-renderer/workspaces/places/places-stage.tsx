import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { placeStore } from '../../subjects/place/place-store.ts';
import classes from './places.module.css';
import { PlacesTable } from './places-table.tsx';
import { usePlaceRows, usePlaceTerms } from './use-places-list.ts';

const least = 0.2;
const most = 0.8;
const step = 0.05;

const clamp = (share: number) => Math.max(least, Math.min(most, share));

/** The handle between the map and the table, which is moved by pointer or by arrow keys. */
function HeightHandle({ stage }: { stage: React.RefObject<HTMLElement | null> }) {
  const { t } = useTranslation();
  const setShare = (tableShare: number) => placeStore.setState({ tableShare: clamp(tableShare) });
  const onPointerDown = (event: React.PointerEvent<HTMLButtonElement>) => {
    const whole = stage.current?.parentElement?.getBoundingClientRect();
    if (!whole) return;
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    const move = ({ clientY }: PointerEvent) => setShare((whole.bottom - clientY) / whole.height);
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
    setShare(placeStore.getState().tableShare + by);
  };
  return (
    <button
      type="button"
      className={classes.handle}
      aria-label={t('places.resizeTable')}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  );
}

function WideTable() {
  const { t } = useTranslation();
  const stage = useRef<HTMLElement>(null);
  const share = useStore(placeStore, ({ tableShare }) => tableShare);
  const terms = usePlaceTerms();
  const rows = usePlaceRows(terms);
  return (
    <section
      ref={stage}
      className={classes.stage}
      style={{ height: `${100 * share}%` }}
      aria-label={t('places.wideTable')}
    >
      <HeightHandle stage={stage} />
      <PlacesTable terms={terms} rows={rows} isWide />
    </section>
  );
}

/** The table of places with all its columns, below the map. */
export function PlacesStage() {
  const isWide = useStore(placeStore, (state) => state.isWide);
  return isWide ? <WideTable /> : null;
}
