import { createStore } from 'zustand/vanilla';
import type { BundleFile, BundleFileName } from '../../src-preload/contract/activity.ts';
import type { MainClient } from '../client/connect.ts';

/** The support bundle that is being looked at; kept while the user looks elsewhere. */
export const supportStore = createStore<{
  bundle: { bundleId: string; files: BundleFile[] } | null;
  making: boolean;
  without: readonly BundleFileName[];
  note: string;
}>(() => ({ bundle: null, making: false, without: [], note: '' }));

/** Puts a new one together; what was left out of the last one stays out. */
export async function makeBundle(client: MainClient): Promise<void> {
  if (supportStore.getState().making) return;
  supportStore.setState({ making: true });
  try {
    supportStore.setState({ bundle: await client.activity.makeBundle() });
  } finally {
    supportStore.setState({ making: false });
  }
}
