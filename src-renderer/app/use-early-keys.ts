import { useEffect } from 'react';
import { paletteRequest, paletteStore } from './palette-store.ts';

const isPaletteOpen = () => paletteStore.getState().opened || paletteRequest.getState().isOpening;

/** Returns true for a key that writes one character, without a modifier that makes it a command. */
const writes = ({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent) =>
  [...key].length === 1 && !ctrlKey && !metaKey && !altKey && !isComposing;

/** Returns the search field of the palette if it has the focus. */
function fieldOf(target: EventTarget | null): HTMLInputElement | null {
  return target instanceof HTMLInputElement && target.closest('[role="dialog"]') !== null ? target : null;
}

/** The text that was typed before the field had the focus. */
interface EarlyKeys {
  text: string;
  /** True if Enter followed the text; later keys are ignored. */
  isEntered: boolean;
}

/** Writes the stored keys into the field as if they were typed there, so that the palette handles them as usual. */
function type(field: HTMLInputElement, { text, isEntered }: EarlyKeys) {
  field.setRangeText(text, field.value.length, field.value.length, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  // The palette marks the command to run only after it has drawn the results for the text.
  if (isEntered)
    setTimeout(() =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true })),
    );
}

/**
 * Stores what is typed between the request for the palette and the focus in its field, and then writes it into the
 * field. Otherwise these keys would be lost, or run commands of the window.
 */
export function useEarlyKeys() {
  useEffect(() => {
    let early: EarlyKeys = { text: '', isEntered: false };
    const forget = () => {
      early = { text: '', isEntered: false };
    };
    const keep = (event: KeyboardEvent) => {
      if (!isPaletteOpen()) {
        forget();
        return;
      }
      if (fieldOf(event.target)) return;
      const { key } = event;
      if (key === 'Enter') early = { ...early, isEntered: true };
      else if (key === 'Backspace') early = { ...early, text: early.text.slice(0, -1) };
      else if (writes(event)) early = early.isEntered ? early : { ...early, text: early.text + key };
      else {
        if (key === 'Escape') paletteRequest.setState({ isOpening: false });
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const give = ({ target }: FocusEvent) => {
      const field = fieldOf(target);
      const { text, isEntered } = early;
      forget();
      if (field && isPaletteOpen() && (text !== '' || isEntered)) type(field, { text, isEntered });
    };
    window.addEventListener('keydown', keep, true);
    window.addEventListener('focusin', give);
    return () => {
      window.removeEventListener('keydown', keep, true);
      window.removeEventListener('focusin', give);
    };
  }, []);
}
