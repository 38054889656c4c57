import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { TimelineTerms } from '../../../src-preload/contract/timeline.ts';
import { timelineStore } from '../../kit/state/timeline-store.ts';
import { useCounts } from './moment/use-timeline.ts';
import { domainOf, everSpan, today } from './shown-days.ts';

/** Returns the days of the time strip, with the number of entries on each; they are counted only while it is shown. */
export function useDomain(terms: TimelineTerms, shown = true) {
  const reach = useStore(timelineStore, (state) => state.reach);
  const days = useCounts(terms, shown ? everSpan : null);
  const now = today();
  const domain = useMemo(() => domainOf(reach, days?.keys() ?? [], now), [reach, days, now]);
  return { domain, days };
}
