import { useDeferredValue } from 'react';
import { useStore } from 'zustand';
import { type TimelineView, timelineStore } from '../../state/timeline-store.ts';

/** The view that is on screen: it follows the chosen one without holding up the page, as the workspaces do. */
export const useShownView = (): TimelineView =>
  useDeferredValue(useStore(timelineStore, (state) => state.view));
