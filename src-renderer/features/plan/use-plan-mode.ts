import { useStore } from 'zustand';
import { useActiveConnection, useSettings } from '../../kit/client/api.tsx';
import { type PlanMode, planModes, uiStore } from '../../kit/state/ui-store.ts';

/** Returns what Plan shows: the last choice, of this session or an earlier one. Orders need an address of their own. */
export function usePlanMode(): PlanMode {
  const settings = useSettings();
  const hasOrders = useActiveConnection()?.addresses.ordersUrl != null;
  const chosen = useStore(uiStore, ({ planMode }) => planMode);
  const saved = planModes.find((each) => each === settings?.workspace.planMode);
  const mode = chosen ?? saved ?? 'task';
  return mode === 'order' && !hasOrders ? 'task' : mode;
}
