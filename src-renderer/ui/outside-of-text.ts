const wordless = ['checkbox', 'radio', 'range', 'button'];

/** Elements in which a letter may search for a row: lists, tables and menus. */
const lists = '[role="listbox"], [role="list"], [role="grid"], [role="tree"], [role="menu"]';

/** Returns true for an element into which keys type text. */
export function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && !wordless.includes(target.type);
}

/**
 * Returns a handler that runs a single-letter command, except in text fields and in elements where users expect a
 * letter to search for a row. Mantine would also exclude switches and radio buttons, which accept no letters.
 */
export function outsideOfText(run: () => void, isOn: boolean) {
  return (event: KeyboardEvent) => {
    const { target } = event;
    if (!isOn || takesText(target)) return;
    if (target instanceof Element && target.closest(lists) !== null) return;
    event.preventDefault();
    run();
  };
}
