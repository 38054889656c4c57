import { createStore } from 'zustand/vanilla';
import type { ConnectionId, ContractId } from '../../src-preload/contract/ids.ts';
import {
  type RevisitWithGaps,
  type TimelineEntry,
  type TimelineKind,
  timelineKindSchema,
} from '../../src-preload/contract/timeline.ts';
import { deselect, select } from './selection.ts';

export const timelineViews = ['calendar', 'map', 'revisit'] as const;
/** A tab of the timeline; `revisit` compares requested with achieved intervals. */
export type TimelineView = (typeof timelineViews)[number];

/** Days that the time under the map shows; null for all there are. */
export const reaches = [30, 90, 365, null] as const;
/** How many days the time strip shows, up to today and beyond; null for all. */
export type Reach = (typeof reaches)[number];

interface TimelineState {
  /** Whose contracts the choices below are of. */
  connectionId: ConnectionId | null;
  view: TimelineView;
  weekly: boolean;
  /** The UTC day that the keys are on, days since 1970; null for today. */
  day: number | null;
  /** The day whose entries are listed; null for all that the calendar shows. */
  openedDay: number | null;
  kinds: readonly TimelineKind[];
  project: string | null;
  /** One contract alone of those shown together. */
  only: ContractId | null;
  reach: Reach;
  /** Days, from (included) to (not included): what falls inside is on map and list; null for all of the reach. */
  brush: { from: number; to: number } | null;
  playing: boolean;
  /** The entry whose key is selected: main knows none of its own, and cannot be asked for one. */
  entry: TimelineEntry | null;
  /** What was hit on the map; its entry is on the way. */
  hit: { key: string; minute: number } | null;
  /** The recurrent task or order whose gaps are shown, as it was when it was chosen. */
  revisit: RevisitWithGaps | null;
}

export const timelineStore = createStore<TimelineState>(() => ({
  connectionId: null,
  view: 'calendar',
  weekly: false,
  day: null,
  openedDay: null,
  kinds: timelineKindSchema.options,
  project: null,
  only: null,
  reach: 90,
  brush: null,
  playing: false,
  entry: null,
  hit: null,
  revisit: null,
}));

/** What was chosen of one connection is nothing of another. */
export function keepToConnection(connectionId: ConnectionId) {
  if (timelineStore.getState().connectionId === connectionId) return;
  deselect(['moment']);
  timelineStore.setState({ connectionId, only: null, project: null, hit: null, revisit: null });
}

/** Selects an entry of the timeline, for its details. */
export function selectEntry(entry: TimelineEntry) {
  timelineStore.setState({ entry });
  select('moment', entry.key);
}
