import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { useActiveConnection } from '../kit/client/api.tsx';
import { uiStore } from '../kit/state/ui-store.ts';
import { useOnceTrue } from '../kit/ui/use-once-true.ts';

const ContractDialog = lazy(() =>
  import('./contract-dialog.tsx').then((module) => ({ default: module.ContractDialog })),
);

/**
 * Shows the dialog that selects a contract. It opens automatically if the connection has credentials but no contract is
 * selected. The dialog is loaded on demand.
 */
export function ContractPicker() {
  const active = useActiveConnection();
  const opened = useStore(uiStore, (state) => state.contractPicker);
  const needsOne =
    active !== null &&
    active.credentialKind === 'oauth' &&
    active.selectedContractId === null &&
    active.credentials !== 'none';
  // Also opens if another connection without a contract becomes active.
  const neededFor = needsOne ? active.id : null;
  useEffect(() => {
    if (neededFor !== null) uiStore.setState({ contractPicker: true });
  }, [neededFor]);
  return useOnceTrue(opened) ? (
    <Suspense>
      <ContractDialog active={active} />
    </Suspense>
  ) : null;
}
