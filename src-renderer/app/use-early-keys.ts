import { useEffect } from 'react';
import { paletteRequest, paletteStore } from './palette-store.ts';

const isPaletteOpen = () => paletteStore.getState().opened || paletteRequest.getState().isOpening;

/** A key that writes one character, with no key held that makes a command of it. */
const writes = ({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent) =>
  [...key].length === 1 && !ctrlKey && !metaKey && !altKey && !isComposing;

/** Returns the field of the palette if that is what has the focus. */
function fieldOf(target: EventTarget | null): HTMLInputElement | null {
  return target instanceof HTMLInputElement && target.closest('[role="dialog"]') !== null ? target : null;
}

/** What was typed before the field could take it. */
interface EarlyKeys {
  text: string;
  /** True when Enter came after the text; what is typed after it is of no use. */
  isEntered: boolean;
}

/** Writes the kept keys into the field as if they were typed there, so that the palette does with them what it always does. */
function type(field: HTMLInputElement, { text, isEntered }: EarlyKeys) {
  field.setRangeText(text, field.value.length, field.value.length, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  // The palette marks the command to be run only after it has drawn what the text finds.
  if (isEntered)
    setTimeout(() =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true })),
    );
}

/**
 * Keeps what is typed after the palette was asked for and before its field has the focus, and gives it to the field then.
 * In these milliseconds the keys would be lost, or be commands of what lies below.
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
