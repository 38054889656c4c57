import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type AgendaTerms, agendaKindSchema } from '../../../src-preload/contract/agenda.ts';
import { useActiveScope } from '../../client/api.tsx';
import { NoScope } from '../../shell/no-scope.tsx';
import classes from '../../shell/shell.module.css';
import { keepToConnection, timelineStore } from '../../state/timeline-store.ts';
import type { DaySpan } from './days.ts';
import { EntryList } from './entry-list.tsx';
import { RevisitList } from './revisit-list.tsx';
import { brushedOf, useCalendar } from './shown-days.ts';
import { TimelineFilters } from './timeline-filters.tsx';
import { useDomain } from './use-domain.ts';
import { type CountedDay, type Timeline, useCounts, useTerms, useTimeline } from './use-timeline.ts';

const everyKind = [...agendaKindSchema.options];

function Head({ timeline, days }: { timeline: Timeline; days: ReadonlyMap<number, CountedDay> | null }) {
  const { t } = useTranslation();
  return (
    <div className={classes.paneHead}>
      <h2 className={classes.paneTitle} style={{ marginBottom: 8 }}>
        {t('timeline.title')}
      </h2>
      <TimelineFilters timeline={timeline} days={days} />
    </div>
  );
}

function Entries({ timeline, terms, span }: { timeline: Timeline; terms: AgendaTerms; span: DaySpan }) {
  const all = useMemo(() => ({ ...terms, kinds: everyKind }), [terms]);
  return (
    <>
      <Head timeline={timeline} days={useCounts(all, span) ?? new Map()} />
      {terms.kinds.length > 0 && <EntryList timeline={timeline} terms={terms} span={span} />}
    </>
  );
}

function CalendarEntries({ timeline, terms }: { timeline: Timeline; terms: AgendaTerms }) {
  const { span } = useCalendar();
  const opened = useStore(timelineStore, (state) => state.openedDay);
  const shown = useMemo(() => (opened === null ? span : { from: opened, to: opened + 1 }), [opened, span]);
  return <Entries timeline={timeline} terms={terms} span={shown} />;
}

function MapEntries({ timeline, terms }: { timeline: Timeline; terms: AgendaTerms }) {
  const { domain } = useDomain(terms);
  const brush = useStore(timelineStore, (state) => state.brush);
  const span = useMemo(() => brushedOf(domain, brush), [domain, brush]);
  return <Entries timeline={timeline} terms={terms} span={span} />;
}

function TimelineList({ timeline }: { timeline: Timeline }) {
  const view = useStore(timelineStore, (state) => state.view);
  const terms = useTerms(timeline);
  if (view === 'calendar') return <CalendarEntries timeline={timeline} terms={terms} />;
  if (view === 'map') return <MapEntries timeline={timeline} terms={terms} />;
  return (
    <>
      <Head timeline={timeline} days={null} />
      <RevisitList timeline={timeline} />
    </>
  );
}

/** What happened and what is expected, by time: the list and what it shows of whom. */
export function TimelineWorkspace() {
  const { t } = useTranslation();
  const scope = useActiveScope();
  const timeline = useTimeline();
  const connectionId = scope?.connectionId;
  useEffect(() => {
    if (connectionId !== undefined) keepToConnection(connectionId);
  }, [connectionId]);
  if (!timeline) return <NoScope title={t('timeline.title')} />;
  return <TimelineList timeline={timeline} />;
}
