import { useEffect } from 'react';
import { exportStore } from './export-store.ts';
import type { ExportSource } from './list-export.ts';

/** Offers a list to the menu, the palette and the keys while it is mounted. `source` is called when a dialog opens. */
export function useOffered(source: () => ExportSource) {
  useEffect(() => exportStore.setState({ offered: source }));
  useEffect(() => () => exportStore.setState({ offered: null }), []);
}
