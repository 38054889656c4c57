import { useCallback } from 'react';
import type { ContractId, LibrarySceneId, OrderId } from '../../../src-preload/contract/ids.ts';
import { useActiveConnection, useApi } from '../../kit/client/api.tsx';
import { clearMapSelection } from '../../kit/state/map-store.ts';
import { select } from '../../kit/state/selection.ts';
import { showWorkspace } from '../../kit/state/ui-store.ts';
import { focusPaneSoon } from '../../kit/ui/panes.ts';
import { useAct } from '../../kit/ui/use-act.ts';

/**
 * Returns functions that open the order or scene of a row. An order is shown under its own contract, which is selected
 * first.
 */
export function useSubjects() {
  const { client } = useApi();
  const act = useAct();
  const active = useActiveConnection();
  const showOrder = useCallback(
    (contractId: ContractId | null, orderId: OrderId) =>
      act(async () => {
        if (active && contractId !== null && contractId !== active.selectedContractId) {
          clearMapSelection();
          await client.contracts.select({ connectionId: active.id, contractId });
        }
        select('order', orderId);
        showWorkspace('orders');
        focusPaneSoon('details');
      }),
    [act, active, client],
  );
  const showScene = useCallback((librarySceneId: LibrarySceneId) => {
    select('scene', librarySceneId);
    showWorkspace('library');
    focusPaneSoon('details');
  }, []);
  return { showOrder, showScene };
}
