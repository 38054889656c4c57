import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { exportStore } from '../kit/export/export-store.ts';

const ExportDialog = lazy(() =>
  import('../kit/export/export-dialog.tsx').then((module) => ({ default: module.ExportDialog })),
);
const FieldSheet = lazy(() =>
  import('../features/places/field-sheet/field-sheet.tsx').then((module) => ({ default: module.FieldSheet })),
);

/** The dialogs that export or print the list on the screen; each is loaded when it is opened. */
export function ListOutputs() {
  const open = useStore(exportStore, (state) => state.open);
  if (open === null) return null;
  return (
    <Suspense>
      {open.kind === 'file' ? <ExportDialog source={open.source} /> : <FieldSheet source={open.source} />}
    </Suspense>
  );
}
