import { createStore } from 'zustand/vanilla';
import { packageEnding } from '../../../src-preload/contract/handover.ts';

interface HandoverState {
  /** The open dialog; `file` is the dropped or selected package, null until there is one. */
  dialog:
    | { kind: 'make' }
    | { kind: 'open'; file: File | null }
    | { kind: 'approve'; ids: readonly string[] }
    | null;
}

export const handoverStore = createStore<HandoverState>(() => ({ dialog: null }));

/** Opens the dialog that makes a package. */
export const handOver = () => handoverStore.setState({ dialog: { kind: 'make' } });

/** Opens the dialog that opens a package. */
export const openPackage = (file: File | null = null) =>
  handoverStore.setState({ dialog: { kind: 'open', file } });

/** Opens the dialog that approves these drafts and prepared tasks. */
export const approve = (ids: readonly string[]) =>
  handoverStore.setState({ dialog: { kind: 'approve', ids } });

/** Returns true for the file name of a package. */
export const isPackageFile = (name: string) => name.toLowerCase().endsWith(`.${packageEnding}`);
