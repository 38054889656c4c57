import { CalendarView } from './calendar-view.tsx';
import { type Timeline, useTerms, useTimeline } from './moment/use-timeline.ts';
import { RevisitView } from './revisit-view.tsx';
import { TimeStrip } from './time-strip.tsx';
import { useShownView } from './use-shown-view.ts';

function Stage({ timeline }: { timeline: Timeline }) {
  const view = useShownView();
  const terms = useTerms(timeline);
  if (view === 'calendar') return <CalendarView timeline={timeline} terms={terms} />;
  if (view === 'map') return <TimeStrip timeline={timeline} terms={terms} />;
  return <RevisitView timeline={timeline} />;
}

/** Shows the calendar or the revisits in place of the map, or the time strip below it. */
export function TimelineStage() {
  const timeline = useTimeline();
  return timeline && <Stage timeline={timeline} />;
}
