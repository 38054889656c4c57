import { createStore } from 'zustand/vanilla';
import type { BundleFile, BundleFileName } from '../../../src-preload/contract/activity.ts';
import type { MainClient } from '../client/connect.ts';

/** The support bundle that the user inspects; it is kept while the user looks at other screens. */
export const supportStore = createStore<{
  bundle: { bundleId: string; files: BundleFile[] } | null;
  making: boolean;
  without: readonly BundleFileName[];
  note: string;
}>(() => ({ bundle: null, making: false, without: [], note: '' }));

/** Creates a new support bundle; files that the user excluded from the last one stay excluded. */
export async function createBundle(client: MainClient): Promise<void> {
  if (supportStore.getState().making) return;
  supportStore.setState({ making: true });
  try {
    supportStore.setState({ bundle: await client.activity.makeBundle() });
  } finally {
    supportStore.setState({ making: false });
  }
}
