import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Scope } from '../../../../src-preload/contract/ids.ts';
import type { OrderRequest } from '../../../../src-preload/contract/order-request.ts';
import type { Settings } from '../../../../src-preload/contract/settings.ts';
import { skuOf } from '../../../../src-preload/contract/sku-catalogue.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { useCountries } from '../../../kit/state/countries-store.ts';
import { mapStore } from '../../../kit/state/map-store.ts';
import classes from '../../../kit/ui/panes.module.css';
import { MadeCommands } from '../../outbox/made-commands.tsx';
import { type OrderDraft, readOrderDraft } from '../draft/order-draft.ts';
import { orderStore, useOrderDraft } from '../draft/order-store.ts';
import { dropEdit } from '../draft/unsaved-edits.tsx';
import { useReview } from '../use-review.ts';
import { OrderForm } from './order-form.tsx';
import { OrderReview } from './order-review.tsx';

const maxRemembered = 500;

/** Returns the names and projects of earlier orders, and the SKUs of the orders at the service. */
function useEarlierOrders(scope: Scope) {
  const { query } = useApi();
  const orders =
    useQuery(
      query.orders.list.queryOptions({
        input: { scope, filter: {}, sort: 'updated', descending: true, offset: 0, limit: maxRemembered },
      }),
    ).data?.rows ?? [];
  const projects = useQuery(query.tasking.reference.queryOptions({ input: { scope } })).data?.projects ?? [];
  const skus = useQuery(query.orders.skus.queryOptions({ input: { scope } })).data ?? [];
  const once = (texts: readonly string[]) => [...new Set(texts)].filter((text) => text.trim() !== '');
  return {
    names: once(orders.map(({ name }) => name)),
    projects: once([...orders.map(({ project }) => project), ...projects]),
    skus: once(skus),
  };
}

/** Returns whether a patch of the draft changes a field, with the field names of the errors. */
function touched(patch: Partial<OrderDraft>, draft: OrderDraft): (field: string) => boolean {
  return (field) => {
    if (field.startsWith('value.'))
      return patch.values !== undefined && patch.values[field.slice(6)] !== draft.values[field.slice(6)];
    if (field.startsWith('other.')) return patch.others !== undefined;
    if (field === 'area') return patch.areas !== undefined || patch.corners !== undefined;
    return field in patch;
  };
}

/** Guides the user from the form of an order to the outbox. */
export function OrderPlan({ scope, settings }: { scope: Scope; settings: Settings }) {
  const { draft, change, startNext } = useOrderDraft(settings);
  const refused = useStore(orderStore, (state) => state.refused);
  const edited = useStore(orderStore, (state) => state.edited);
  const earlier = useEarlierOrders(scope);
  const [tries, setTries] = useState(0);
  const { reviewed, begin, end } = useReview<OrderRequest[]>(draft);
  useEffect(
    () => () => mapStore.setState({ picking: false, pickedPoint: null, areas: null, areaTool: null }),
    [],
  );
  // The service's reasons are shown at their fields at once.
  const isRefused = refused !== null;
  useEffect(() => {
    end();
    setTries(isRefused ? 1 : 0);
  }, [isRefused, end]);
  const { commandId, commandScope } = draft;
  const isForeign =
    commandId !== null &&
    (commandScope?.connectionId !== scope.connectionId || commandScope.contractId !== scope.contractId);
  const sku = skuOf(draft.sku, settings.orderSkus);
  const result = readOrderDraft(draft, { sku, countries: useCountries(), now: Date.now() });

  const set = (patch: Partial<OrderDraft>) => {
    if (refused) {
      const isChanged = touched(patch, draft);
      const fields = Object.entries(refused.fields).filter(([field]) => !isChanged(field));
      if (fields.length < Object.keys(refused.fields).length)
        orderStore.setState({ refused: { ...refused, fields: Object.fromEntries(fields) } });
    }
    change(patch);
  };
  const leave = () => {
    end();
    setTries(0);
    startNext();
  };

  if (reviewed)
    return (
      <OrderReview
        scope={scope}
        requests={reviewed}
        sku={sku}
        commandId={draft.commandId}
        base={edited?.base}
        onBack={end}
        onMade={() => {
          if (draft.commandId !== null) dropEdit(draft.commandId);
          leave();
        }}
      />
    );
  return (
    <div className={classes.scroll}>
      <MadeCommands scope={scope} />
      <OrderForm
        key={draft.commandId ?? ''}
        draft={draft}
        set={set}
        sku={sku}
        added={settings.orderSkus}
        seenSkus={earlier.skus}
        names={earlier.names}
        projects={earlier.projects}
        format={settings.coordinateFormat}
        errors={tries > 0 && !result.ok ? result.errors : {}}
        refused={refused}
        failedTries={tries}
        isForeign={isForeign}
        onReview={() => {
          if (!result.ok) return setTries(tries + 1);
          mapStore.setState({ picking: false, areaTool: null, pickingScene: false });
          begin(result.requests);
        }}
        onLeave={leave}
      />
    </div>
  );
}
