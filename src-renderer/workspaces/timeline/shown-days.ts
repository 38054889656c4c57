import { useMemo } from 'react';
import { useStore } from 'zustand';
import { timelineStore } from '../../state/timeline-store.ts';
import { type DaySpan, dayOf, monthGrid, weekOf } from '../../subjects/moment/days.ts';

/** All that has a time; what lies outside is a slip of the pen at the service. */
export const everSpan: DaySpan = { from: dayOf(Date.UTC(1990, 0, 1)), to: dayOf(Date.UTC(2100, 0, 1)) };

/** The day of the clock in UTC, counted since 1970-01-01. */
export const today = (): number => dayOf(Date.now());

/** The days that the calendar shows, and the one that the keys are on. */
export function useCalendar() {
  const { day, weekly } = useStore(timelineStore);
  const cursor = day ?? today();
  const from = weekly ? weekOf(cursor) : monthGrid(cursor).from;
  const to = weekly ? from + 7 : monthGrid(cursor).to;
  const span = useMemo(() => ({ from, to }), [from, to]);
  return { cursor, weekly, span };
}

/** A quarter of the reach lies ahead: what is expected is as much to be seen as what was. */
const shareAhead = 0.25;

/** The days below the map: those of the reach, or all that have an entry. */
export function domainOf(reach: number | null, days: Iterable<number>, now: number): DaySpan {
  if (reach !== null) {
    const to = now + Math.round(reach * shareAhead) + 1;
    return { from: to - reach, to };
  }
  let [from, to] = [now, now + 1];
  for (const day of days) {
    from = Math.min(from, day);
    to = Math.max(to, day + 1);
  }
  return { from, to };
}

/** The part of the domain that is brushed; all of it where nothing is. */
export function brushedOf(domain: DaySpan, brush: DaySpan | null): DaySpan {
  if (brush === null) return domain;
  const from = Math.max(domain.from, Math.min(brush.from, domain.to - 1));
  return { from, to: Math.max(from + 1, Math.min(brush.to, domain.to)) };
}
