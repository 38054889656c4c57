import { useEffect, useState } from 'react';

/** Returns the focused element; for a menu item, which disappears with its menu, the button that opened the menu. */
function focusedElement(): Element | null {
  const { activeElement } = document;
  const button = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return button ? document.getElementById(button) : activeElement;
}

/**
 * Returns the focus to where it was when this component was mounted, once it is unmounted. It is for dialogs that are
 * mounted open: Mantine only returns the focus for a dialog that was closed before.
 */
export function useFocusBack() {
  const [before] = useState(focusedElement);
  useEffect(
    () => () => {
      // Something else may have taken the focus meanwhile, such as the next dialog.
      const { activeElement, body } = document;
      if (activeElement !== null && activeElement !== body) return;
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
}
