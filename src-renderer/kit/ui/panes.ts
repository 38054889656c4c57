const focusable =
  'button:not([disabled]), input:not([disabled]), textarea:not([disabled]), [tabindex="0"], a[href]';

type PaneName = 'list' | 'map' | 'details' | 'settings' | 'rail' | 'status';

function focusInside(region: HTMLElement) {
  const first = [...region.querySelectorAll<HTMLElement>(focusable)].find(isShown);
  (first ?? region).focus();
}

function isShown(element: HTMLElement): boolean {
  return element.getClientRects().length > 0;
}

/** Moves the focus to the first focusable element of a pane. */
export function focusPane(name: PaneName) {
  const region = document.querySelector<HTMLElement>(`[data-pane="${name}"]`);
  if (region && isShown(region)) focusInside(region);
}

const maxFrames = 30;

/** Moves the focus to a pane that is about to appear; waits at most 30 frames for it. */
export function focusPaneSoon(name: PaneName, frames = maxFrames) {
  if (document.querySelector(`[data-pane="${name}"]`)) focusPane(name);
  else if (frames > 0) requestAnimationFrame(() => focusPaneSoon(name, frames - 1));
}

/** Moves the focus to the place search; waits at most 30 frames until the map is shown. */
export function focusPlaceSearch(frames = maxFrames) {
  const field = document.querySelector<HTMLInputElement>('input[data-place-search]');
  if (field && isShown(field)) field.select();
  else if (frames > 0) requestAnimationFrame(() => focusPlaceSearch(frames - 1));
}

const listElement = () =>
  document.querySelector<HTMLElement>('[data-pane="list"] :is([role="listbox"], [role="grid"])');

/** Moves the focus to the list or table of the list pane, where the arrow keys move the selection. */
export function focusList() {
  listElement()?.focus();
}

/**
 * Gives ↑ and ↓ to the list of the workspace, where they would otherwise do nothing: after the start, and after a workspace was opened
 * with the rail or a key.
 */
export function giveArrowsToList(event: KeyboardEvent) {
  const { key, target, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return;
  if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return;
  const isOfRail = target instanceof Element && target.closest('[data-pane="rail"]') !== null;
  if (target !== document.body && !isOfRail) return;
  const list = listElement();
  if (list === null || document.querySelector('[aria-modal="true"]')) return;
  event.preventDefault();
  list.focus();
  list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

/** Moves the focus to the next visible pane of the window, or to the previous one for a step of -1. */
export function focusNextPane(step: 1 | -1) {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(isShown);
  const current = regions.findIndex((region) => region.contains(document.activeElement));
  const from = current < 0 && step < 0 ? 0 : current;
  const next = regions[(from + step + regions.length) % regions.length];
  if (next) focusInside(next);
}
