import { takesText } from '../../ui/outside-of-text.ts';

let typed = '';

function onKey(event: KeyboardEvent) {
  const { key, target, ctrlKey, altKey, metaKey } = event;
  if (ctrlKey || altKey || metaKey || takesText(target)) return;
  if (key === 'Escape') releaseTyping();
  if (key === 'Backspace') typed = typed.slice(0, -1);
  else if ([...key].length === 1) typed += key;
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Holds what is typed for a text field that is about to appear, until `releaseTyping` is called, the user presses Escape or points at
 * something. Otherwise its letters would be commands of the map and of the review.
 */
export function holdTyping() {
  typed = '';
  window.addEventListener('keydown', onKey, true);
  window.addEventListener('pointerdown', releaseTyping, true);
}

/** Stops holding; returns what was typed. */
export function releaseTyping(): string {
  window.removeEventListener('keydown', onKey, true);
  window.removeEventListener('pointerdown', releaseTyping, true);
  const text = typed;
  typed = '';
  return text;
}

/** Appends text to a text field as if it had been typed. */
export function insertText(field: Element | null, text: string) {
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) {
    field.setRangeText(text, field.value.length, field.value.length, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
  }
}
