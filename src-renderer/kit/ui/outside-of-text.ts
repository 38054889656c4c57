const wordless = ['checkbox', 'radio', 'range', 'button'];

/** Parts of the page that handle all keys themselves while they are open. */
const dialogs = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Tables and trees, in which a letter edits a cell or searches for a row. Lists do nothing with letters. */
const lettered = '[role="grid"], [role="tree"]';

/** What is open although the focus may still be on its way: windows over the page, and what a button has opened. */
const opened =
  '[aria-modal="true"], [aria-haspopup="dialog"][aria-expanded="true"], [aria-haspopup="menu"][aria-expanded="true"]';

/** Returns true for an element into which keys type text. */
export function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLElement && target.isContentEditable) return true;
  return target instanceof HTMLInputElement && !wordless.includes(target.type);
}

/** Returns true for the popup of a button that has closed it and whose disappearance is still shown. */
function isClosing(popup: Element): boolean {
  const opener = document.getElementById(popup.getAttribute('aria-labelledby') ?? '');
  return opener?.getAttribute('aria-expanded') === 'false';
}

/**
 * Returns true if a text field, a dialog or a menu has the keys: the one that a key was pressed in, or one that is open anywhere. Every
 * handler of keys on the window asks this first, so that what is typed for one part of the page is never a command of another one.
 */
export function haveOthersKeys(target: EventTarget | null): boolean {
  if (takesText(target)) return true;
  const within = target instanceof Element ? target.closest(dialogs) : null;
  if (within !== null && !isClosing(within)) return true;
  return document.querySelector(opened) !== null;
}

/**
 * Returns a handler that runs a single-letter command, except where another part of the page has the keys and where a letter edits a cell
 * or searches for a row. Mantine would also exclude switches and radio buttons, which accept no letters.
 */
export function outsideOfText(run: () => void, isOn: boolean) {
  return (event: KeyboardEvent) => {
    const { target } = event;
    if (!isOn || event.defaultPrevented || haveOthersKeys(target)) return;
    if (target instanceof Element && target.closest(lettered) !== null) return;
    event.preventDefault();
    run();
  };
}
