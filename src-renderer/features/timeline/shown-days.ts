import { useMemo } from 'react';
import { useStore } from 'zustand';
import { timelineStore } from '../../kit/state/timeline-store.ts';
import { type DaySpan, dayOf, monthGrid, weekOf } from './moment/days.ts';

/** The span of all entries; a time outside of it is an error of the service. */
export const everSpan: DaySpan = { from: dayOf(Date.UTC(1990, 0, 1)), to: dayOf(Date.UTC(2100, 0, 1)) };

/** Returns the current day in UTC, counted since 1970-01-01. */
export const today = (): number => dayOf(Date.now());

/** Returns the days that the calendar shows, and the day with the keyboard cursor. */
export function useCalendar() {
  const { day, weekly } = useStore(timelineStore);
  const cursor = day ?? today();
  const from = weekly ? weekOf(cursor) : monthGrid(cursor).from;
  const to = weekly ? from + 7 : monthGrid(cursor).to;
  const span = useMemo(() => ({ from, to }), [from, to]);
  return { cursor, weekly, span };
}

/** The fraction of the reach that lies in the future: expected entries are as important as past ones. */
const shareAhead = 0.25;

/** Returns the days that the time strip shows: those of the reach, or all days with an entry. */
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

/** Returns the brushed part of the domain, clamped to it; the whole domain if nothing is brushed. */
export function brushedOf(domain: DaySpan, brush: DaySpan | null): DaySpan {
  if (brush === null) return domain;
  const from = Math.max(domain.from, Math.min(brush.from, domain.to - 1));
  return { from, to: Math.max(from + 1, Math.min(brush.to, domain.to)) };
}
