import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { uiStore } from '../kit/state/ui-store.ts';
import { useOnceTrue } from '../kit/ui/use-once-true.ts';

const ShortcutsDialog = lazy(() =>
  import('./shortcuts-dialog.tsx').then((module) => ({ default: module.ShortcutsDialog })),
);

/** The dialog with the keyboard shortcuts, which is loaded when it is first opened. */
export function Keys() {
  const opened = useStore(uiStore, (state) => state.areShortcutsOpen);
  return useOnceTrue(opened) ? (
    <Suspense>
      <ShortcutsDialog />
    </Suspense>
  ) : null;
}
