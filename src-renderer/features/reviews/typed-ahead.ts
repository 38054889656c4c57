import { takesText } from '../../kit/ui/outside-of-text.ts';

/** What was typed ahead for a text field. */
export interface TypedAhead {
  text: string;
  /** True if Enter, Escape or Tab has left the field, so that the keys after it are commands. */
  isLeft: boolean;
}

let typed: TypedAhead = { text: '', isLeft: false };

function onKey(event: KeyboardEvent) {
  const { key, target, ctrlKey, altKey, metaKey } = event;
  if (ctrlKey || altKey || metaKey || takesText(target) || typed.isLeft) return;
  const { text } = typed;
  if (['Enter', 'Escape', 'Tab'].includes(key)) typed.isLeft = true;
  else if (key === 'Backspace') typed.text = text.slice(0, -1);
  else if ([...key].length === 1) typed.text = text + key;
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/**
 * Holds what is typed for a text field that is about to appear, until `releaseTyping` is called, a key leaves the field, or the user points
 * at something. Otherwise its letters would be commands of the map and of the review. Returns what is typed, which grows as keys are pressed.
 */
export function holdTyping(): Readonly<TypedAhead> {
  typed = { text: '', isLeft: false };
  window.addEventListener('keydown', onKey, true);
  window.addEventListener('pointerdown', releaseTyping, true);
  return typed;
}

/** Stops holding; returns what was typed. */
export function releaseTyping(): TypedAhead {
  window.removeEventListener('keydown', onKey, true);
  window.removeEventListener('pointerdown', releaseTyping, true);
  const ahead = typed;
  typed = { text: '', isLeft: false };
  return ahead;
}

/** Appends text to a text field as if it had been typed. */
export function insertText(field: Element | null, text: string) {
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) {
    field.setRangeText(text, field.value.length, field.value.length, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
  }
}

/** Leaves a text field as if Escape had been pressed in it. */
export function leaveField(field: Element | null) {
  field?.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true }),
  );
}
