import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type TimelineTerms, timelineKindSchema } from '../../../src-preload/contract/timeline.ts';
import { useActiveScope } from '../../kit/client/api.tsx';
import { NoScope } from '../../kit/contract/no-scope.tsx';
import { keepToConnection, type TimelineView, timelineStore } from '../../kit/state/timeline-store.ts';
import classes from '../../kit/ui/panes.module.css';
import { EntryList } from './entry-list.tsx';
import type { DaySpan } from './moment/days.ts';
import { type CountedDay, type Timeline, useCounts, useTerms, useTimeline } from './moment/use-timeline.ts';
import { RevisitList } from './revisit-list.tsx';
import { brushedOf, useCalendar } from './shown-days.ts';
import { TimelineFilters } from './timeline-filters.tsx';
import { useDomain } from './use-domain.ts';
import { useShownView } from './use-shown-view.ts';

const everyKind = [...timelineKindSchema.options];
const noDays: ReadonlyMap<number, CountedDay> = new Map();

function Head({ timeline, days }: { timeline: Timeline; days: ReadonlyMap<number, CountedDay> | null }) {
  const { t } = useTranslation();
  return (
    <div className={classes.paneHead}>
      <h2 className={classes.paneTitle} style={{ marginBottom: 8 }}>
        {t('shell.workspace.timeline')}
      </h2>
      <TimelineFilters timeline={timeline} days={days} />
    </div>
  );
}

/** Returns the days of the list: those of the calendar, the opened day, or the brushed ones; null for revisits. */
function useListedSpan(view: TimelineView, terms: TimelineTerms): DaySpan | null {
  const { span } = useCalendar();
  const opened = useStore(timelineStore, (state) => state.openedDay);
  const brush = useStore(timelineStore, (state) => state.brush);
  const { domain } = useDomain(terms, view === 'map');
  return useMemo(() => {
    if (view === 'revisit') return null;
    if (view === 'map') return brushedOf(domain, brush);
    return opened === null ? span : { from: opened, to: opened + 1 };
  }, [view, span, opened, domain, brush]);
}

function TimelineList({ timeline }: { timeline: Timeline }) {
  const view = useShownView();
  const terms = useTerms(timeline);
  const span = useListedSpan(view, terms);
  const all = useMemo(() => ({ ...terms, kinds: everyKind }), [terms]);
  const days = useCounts(all, span);
  return (
    <>
      <Head timeline={timeline} days={span && (days ?? noDays)} />
      {span === null && <RevisitList timeline={timeline} />}
      {span !== null && terms.kinds.length > 0 && (
        <EntryList key={view} timeline={timeline} terms={terms} span={span} />
      )}
    </>
  );
}

/** The list of past and expected events by time, with its filters. */
export function TimelineWorkspace() {
  const { t } = useTranslation();
  const scope = useActiveScope();
  const timeline = useTimeline();
  const connectionId = scope?.connectionId;
  useEffect(() => {
    if (connectionId !== undefined) keepToConnection(connectionId);
  }, [connectionId]);
  if (!timeline) return <NoScope title={t('shell.workspace.timeline')} />;
  return <TimelineList timeline={timeline} />;
}
