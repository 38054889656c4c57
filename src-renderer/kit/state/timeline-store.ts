import { createStore } from 'zustand/vanilla';
import type { ConnectionId, ContractId } from '../../../src-preload/contract/ids.ts';
import {
  type RevisitWithGaps,
  type TimelineEntry,
  type TimelineKind,
  timelineKindSchema,
} from '../../../src-preload/contract/timeline.ts';
import { deselect, select } from './selection.ts';

export const timelineViews = ['calendar', 'map', 'revisit'] as const;
/** A tab of the timeline; `revisit` compares requested with achieved intervals. */
export type TimelineView = (typeof timelineViews)[number];

/** The choices for the number of days that the time strip below the map shows; null for all. */
export const reaches = [30, 90, 365, null] as const;
/** How many days the time strip shows, before and after today; null for all. */
export type Reach = (typeof reaches)[number];

interface TimelineState {
  /** The connection that the contract, project and revisit below belong to. */
  connectionId: ConnectionId | null;
  view: TimelineView;
  weekly: boolean;
  /** The UTC day with the keyboard cursor, in days since 1970; null for today. */
  day: number | null;
  /** The day whose entries are listed; null for all days in the calendar. */
  openedDay: number | null;
  kinds: readonly TimelineKind[];
  project: string | null;
  /** The only contract to show, if several can be shown together; null for all of them. */
  only: ContractId | null;
  reach: Reach;
  /** A range of days, `to` excluded: only its entries are on the map and in the list; null for the whole reach. */
  brush: { from: number; to: number } | null;
  playing: boolean;
  /** The selected entry itself, because the main process stores no entries and cannot return one. */
  entry: TimelineEntry | null;
  /** The mark that was clicked on the map, while its entry is being loaded. */
  hit: { key: string; minute: number } | null;
  /** The recurrent task or order whose gaps are shown, as it was when the user selected it. */
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

/** Clears the choices that belong to another connection. */
export function keepToConnection(connectionId: ConnectionId) {
  if (timelineStore.getState().connectionId === connectionId) return;
  deselect(['moment']);
  timelineStore.setState({ connectionId, only: null, project: null, hit: null, revisit: null });
}

/** Selects an entry of the timeline and shows its details. */
export function selectEntry(entry: TimelineEntry) {
  timelineStore.setState({ entry });
  select('moment', entry.key);
}
