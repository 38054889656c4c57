import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { useFileDrop } from '../../kit/ui/file-drop.ts';
import { handoverStore, isPackageFile, openPackage } from './handover-store.ts';

const ApproveDialog = lazy(() =>
  import('./approve-dialog.tsx').then((module) => ({ default: module.ApproveDialog })),
);
const MakePackage = lazy(() =>
  import('./make-package.tsx').then((module) => ({ default: module.MakePackage })),
);
const OpenPackage = lazy(() =>
  import('./open-package.tsx').then((module) => ({ default: module.OpenPackage })),
);

/** The dialogs that make and open packages; each is loaded when it is opened. A package may be dropped anywhere on the window. */
export function HandoverDialogs() {
  const dialog = useStore(handoverStore, (state) => state.dialog);
  useFileDrop(([file]) => openPackage(file ?? null), isPackageFile);
  const close = () => handoverStore.setState({ dialog: null });
  if (dialog === null) return null;
  return (
    <Suspense>
      {dialog.kind === 'make' && <MakePackage onClose={close} />}
      {dialog.kind === 'approve' && <ApproveDialog ids={dialog.ids} onClose={close} />}
      {dialog.kind === 'open' && (
        // A different package starts with a fresh dialog.
        <OpenPackage key={fileKey(dialog.file)} file={dialog.file} onClose={close} />
      )}
    </Suspense>
  );
}

const fileKey = (file: File | null) =>
  file === null ? '' : `${file.name} ${file.size} ${file.lastModified}`;
