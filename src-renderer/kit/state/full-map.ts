import { createStore } from 'zustand/vanilla';

/** True while the map fills the screen; list, details, rail and status bar are hidden. */
export const fullMapStore = createStore<{ isFull: boolean }>(() => ({ isFull: false }));

/** Shows the map in full screen. Where the browser refuses that, the map fills the window. */
export function openFullMap() {
  fullMapStore.setState({ isFull: true });
  // All of the page is asked for, because menus and dialogs are not inside the map.
  if (document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => undefined);
}

/** Shows the whole window again. */
export function closeFullMap() {
  fullMapStore.setState({ isFull: false });
  if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
}

/** Shows the map in full screen, or the whole window again. */
export function toggleFullMap() {
  if (fullMapStore.getState().isFull) closeFullMap();
  else openFullMap();
}

/** Shows the whole window again when the browser leaves full screen, as it does with Escape, until the returned function is called. */
export function followFullScreen(): () => void {
  const follow = () => {
    if (!document.fullscreenElement) fullMapStore.setState({ isFull: false });
  };
  document.addEventListener('fullscreenchange', follow);
  return () => document.removeEventListener('fullscreenchange', follow);
}
