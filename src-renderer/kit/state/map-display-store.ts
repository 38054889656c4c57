import { createStore } from 'zustand/vanilla';
import type { Subject } from './selection.ts';

/** What the map shows besides the marks of the open list and the raster. */
export interface MapDisplay {
  /** The subjects whose marks are not drawn while their list is closed. */
  hiddenMarks: ReadonlySet<Subject>;
  /** False to draw no names of the basemap, for a clear view of a raster. */
  hasNames: boolean;
}

/** The user's choice of what the map shows. */
export const mapDisplayStore = createStore<MapDisplay>(() => ({ hiddenMarks: new Set(), hasNames: true }));

/** Shows or hides the marks of a subject while its list is closed. */
export function toggleMarks(subject: Subject) {
  const hiddenMarks = new Set(mapDisplayStore.getState().hiddenMarks);
  if (!hiddenMarks.delete(subject)) hiddenMarks.add(subject);
  mapDisplayStore.setState({ hiddenMarks });
}

/** Shows or hides the names of the basemap. */
export function toggleNames() {
  mapDisplayStore.setState(({ hasNames }) => ({ hasNames: !hasNames }));
}
