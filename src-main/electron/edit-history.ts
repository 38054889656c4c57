import type { WebContents } from 'electron';

/** Presses the key of undo or redo in the page; its value is true if the page has a history of its own there, and used it. */
function pressScript(step: 'undo' | 'redo'): string {
  const event = { key: 'z', shiftKey: step === 'redo', ctrlKey: true, bubbles: true, cancelable: true };
  return `!(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify(event)}))`;
}

/**
 * Undoes or redoes from the menu what the key would: a change to places or an area in the page, or in a text field what was typed. The
 * role of Electron knows text fields only.
 */
export async function stepInHistory(
  contents: Pick<WebContents, 'executeJavaScript' | 'undo' | 'redo'>,
  step: 'undo' | 'redo',
): Promise<void> {
  const isDone: unknown = await contents.executeJavaScript(pressScript(step));
  if (isDone === true) return;
  if (step === 'undo') contents.undo();
  else contents.redo();
}
