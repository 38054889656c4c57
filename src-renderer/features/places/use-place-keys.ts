import { useEffect } from 'react';
import { useSettings } from '../../kit/client/api.tsx';
import { selectedOf } from '../../kit/state/selection.ts';
import { haveOthersKeys } from '../../kit/ui/outside-of-text.ts';
import { focusPane } from '../../kit/ui/panes.ts';
import { usePlaceEdits } from './edit-places.ts';
import { type PlaceTool, placeStore, startPlaceTool } from './place-store.ts';

/** Elements in which a letter or Delete has another meaning. */
const takesLetters = '[role="grid"], [role="listbox"]';

const tools: Readonly<Record<string, PlaceTool>> = { d: 'point', o: 'area' };

/** Activates the tool of a key, or closes it if it is active. */
export function togglePlaceTool(tool: PlaceTool) {
  const isTaken = placeStore.getState().tool === tool;
  startPlaceTool(isTaken ? null : tool);
  if (!isTaken) focusPane('map');
}

/**
 * Passes a text that is pasted beside the table and the fields to the import, so that a paste into a list without rows
 * never does nothing.
 */
export function usePasteToImport() {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || haveOthersKeys(target)) return;
      if (target instanceof Element && target.closest(takesLetters) !== null) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text.trim() === '') return;
      event.preventDefault();
      placeStore.setState({ toImport: text, dialog: 'import' });
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, []);
}

/**
 * Handles the keys of Places: D and O activate the tools for points and areas, and Delete removes the selected places.
 */
export function usePlaceKeys() {
  const edits = usePlaceEdits();
  const singleKeys = useSettings()?.workspace.singleKeys !== false;
  useEffect(() => {
    const remove = () => {
      const { chosen, tool, reshaped } = placeStore.getState();
      const selected = selectedOf('place');
      if (tool !== null || reshaped !== null) return;
      const placeIds = chosen.size > 0 ? [...chosen] : selected === null ? [] : [selected];
      // A single place can be restored by an undo; many need a confirmation.
      if (placeIds.length > 1) placeStore.setState({ toRemove: placeIds });
      else if (placeIds.length === 1) edits.remove(placeIds);
    };
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (haveOthersKeys(target)) return;
      if (!(target instanceof Element) || target.closest(takesLetters) !== null) return;
      const isOnMap = target.closest('[data-pane="map"]') !== null;
      const tool = singleKeys ? tools[event.key.toLowerCase()] : undefined;
      const { reshaped, tool: taken } = placeStore.getState();
      if (event.key === 'Escape' && (reshaped !== null || taken !== null)) startPlaceTool(null);
      else if ((event.key === 'Delete' || event.key === 'Backspace') && isOnMap) remove();
      else if (tool !== undefined) togglePlaceTool(tool);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [edits, singleKeys]);
}
