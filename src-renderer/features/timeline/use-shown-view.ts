import { useDeferredValue } from 'react';
import { useStore } from 'zustand';
import { type TimelineView, timelineStore } from '../../kit/state/timeline-store.ts';

/** Returns the view on the screen. It follows the selected view without blocking the page, as the workspaces do. */
export const useShownView = (): TimelineView =>
  useDeferredValue(useStore(timelineStore, (state) => state.view));
