import { createStore } from 'zustand/vanilla';
import { packageEnding } from '../../../src-preload/contract/handover.ts';

interface HandoverState {
  /** The dialog that is open; `file` is the package that was dropped or selected, null while none is. */
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

/** Asks under which name these drafts and prepared tasks are approved. */
export const approve = (ids: readonly string[]) =>
  handoverStore.setState({ dialog: { kind: 'approve', ids } });

/** True for the name of a package. */
export const isPackageFile = (name: string) => name.toLowerCase().endsWith(`.${packageEnding}`);
