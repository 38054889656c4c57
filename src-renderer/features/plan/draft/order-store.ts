import { useEffect, useState } from 'react';
import { z } from 'zod';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { OrderRequest } from '../../../../src-preload/contract/order-request.ts';
import type { Command } from '../../../../src-preload/contract/outbox.ts';
import type { Settings } from '../../../../src-preload/contract/settings.ts';
import { codesOf, type SkuKind, skuOf } from '../../../../src-preload/contract/sku-catalogue.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { restoredWorkspace, useWorkspaceSaver } from '../../../kit/client/workspace-saver.ts';
import { refusedFields } from '../../../kit/i18n/error-text.ts';
import { showWorkspace, uiStore } from '../../../kit/state/ui-store.ts';
import {
  emptyOrderDraft,
  nextOrderDraft,
  type OrderDraft,
  orderDraftOf,
  orderDraftSchema,
  orderFieldOf,
} from './order-draft.ts';
import { dropEdit, editOf, keepEdit } from './unsaved-edits.tsx';

/** The service's refusal of the order that is being edited. */
export interface OrderRefusal {
  error: unknown;
  /** The service's texts by form field. */
  fields: Record<string, string>;
}

interface OrderState {
  draft: OrderDraft | null;
  /** The unfinished order that another one replaced in the form. */
  aside: OrderDraft | null;
  refused: OrderRefusal | null;
  /** The request in the outbox of the order that is being edited, and its form, both as JSON; null for a new order. */
  edited: { base: string; untouched: string } | null;
  /** An order to load into the form once the form is mounted. */
  pending: Command | OrderRequest | null;
  /**
   * The kind of SKU that was requested before the form was mounted. The form selects the first code of this kind, unless its SKU has this
   * kind already.
   */
  wanted: SkuKind | null;
}

export const orderStore = createStore<OrderState>(() => ({
  draft: null,
  aside: null,
  refused: null,
  edited: null,
  pending: null,
  wanted: null,
}));

/** Requests a kind of SKU for the form. */
export function chooseSkuKind(wanted: SkuKind) {
  orderStore.setState({ wanted });
}

const storedSchema = z.object({
  draft: orderDraftSchema,
  aside: orderDraftSchema.nullable().catch(null),
  edited: z.object({ base: z.string(), untouched: z.string() }).nullable().catch(null),
});

/** Returns the SKU of the draft that the previous run saved, because the form may not have been opened since. */
export function useStoredSku(settings: Settings): string {
  const [sku] = useState(
    () =>
      storedSchema.safeParse(restoredWorkspace(settings).orderForm).data?.draft.sku ?? emptyOrderDraft(0).sku,
  );
  return sku;
}

function workspacePart() {
  const { draft, aside, edited } = orderStore.getState();
  return { orderForm: { draft, aside, edited } };
}

/** Loads an order of the outbox into the form, with the service's reasons at its fields. */
export function loadOrderDraft(command: Command) {
  if (command.input.kind !== 'order') return;
  orderStore.setState({ pending: command });
  uiStore.setState({ planMode: 'order' });
  showWorkspace('plan');
}

/** Loads a copy of an earlier order into the form; the unfinished order is kept in `aside`. */
export function loadOrderCopy(request: OrderRequest) {
  orderStore.setState({ pending: request });
  uiStore.setState({ planMode: 'order' });
  showWorkspace('plan');
}

type LoadedState = Pick<OrderState, 'draft' | 'refused' | 'edited'>;

function copied(request: OrderRequest, settings: Settings): LoadedState {
  const sku = skuOf(request.properties.sku, settings.orderSkus);
  const draft = orderDraftOf(request, { sku, format: settings.coordinateFormat, now: Date.now() });
  return { draft, refused: null, edited: null };
}

/** Returns the form of a command, with what was typed there before and not saved. */
function loaded(command: Command, settings: Settings): LoadedState | null {
  if (command.input.kind !== 'order') return null;
  const { request } = command.input;
  const sku = skuOf(request.properties.sku, settings.orderSkus);
  const untouched = {
    ...orderDraftOf(request, { sku, format: settings.coordinateFormat, now: Date.now() }),
    commandId: command.id,
    commandScope: command.scope,
  };
  const unsaved = editOf(command.id, request);
  const draft = unsaved?.kind === 'order' ? unsaved.draft : untouched;
  const edited = { base: JSON.stringify(request), untouched: JSON.stringify(untouched) };
  if (command.error === null) return { draft, refused: null, edited };
  const fields = Object.entries(refusedFields(command.error)).flatMap(([name, said]) => {
    const field = orderFieldOf(name.split('.'), draft, sku);
    return field === null ? [] : [[field, said] as const];
  });
  return { draft, refused: { error: command.error, fields: Object.fromEntries(fields) }, edited };
}

/** Keeps what is typed into an order of the outbox among the unsaved edits, as long as it differs from what is there. */
function keepTyped(draft: OrderDraft) {
  const { edited } = orderStore.getState();
  const { commandId: id } = draft;
  if (id === null || edited === null) return;
  if (JSON.stringify(draft) === edited.untouched) dropEdit(id);
  else keepEdit({ kind: 'order', id, base: edited.base, draft });
}

/** Returns the draft and functions that change it. The draft is saved, so it survives a change of workspace or contract and a restart. */
export function useOrderDraft(settings: Settings) {
  const { client } = useApi();
  const { draft: typed, pending, wanted } = useStore(orderStore);
  const [{ draft: initial, aside: replacedDraft, edited: editedBefore }] = useState(() => {
    const stored = storedSchema.safeParse(restoredWorkspace(settings).orderForm);
    return stored.success ? stored.data : { draft: emptyOrderDraft(Date.now()), aside: null, edited: null };
  });
  const draft = typed ?? initial;
  // Restores the draft of the previous run; anything typed since the start has priority.
  useEffect(() => {
    const state = orderStore.getState();
    if (state.draft === null)
      orderStore.setState({ draft: initial, aside: state.aside ?? replacedDraft, edited: editedBefore });
  }, [initial, replacedDraft, editedBefore]);
  const saveSoon = useWorkspaceSaver(client, workspacePart);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is to be loaded
  useEffect(() => {
    if (!pending) return;
    const next = 'properties' in pending ? copied(pending, settings) : loaded(pending, settings);
    const { aside } = orderStore.getState();
    orderStore.setState({
      pending: null,
      ...next,
      // What is typed into an order of the outbox is among the unsaved edits.
      aside: aside ?? (draft.commandId === null ? draft : null),
    });
    saveSoon();
  }, [pending]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that is asked for
  useEffect(() => {
    if (wanted === null) return;
    const { kind } = skuOf(draft.sku, settings.orderSkus);
    const [code] = codesOf(wanted);
    const fits =
      wanted === 'point'
        ? kind === 'point' || kind === 'added' || kind === 'unknown'
        : kind.startsWith(wanted);
    orderStore.setState({
      wanted: null,
      ...(fits || code === undefined ? {} : { draft: { ...draft, sku: code } }),
    });
    saveSoon();
  }, [wanted]);
  return {
    draft,
    change(patch: Partial<OrderDraft>) {
      const next = { ...(orderStore.getState().draft ?? initial), ...patch };
      orderStore.setState({ draft: next });
      keepTyped(next);
      saveSoon();
    },
    /**
     * Prepares the next order, which often lies near the last one. After a copy, or after an edit of an order in the outbox, it restores
     * the draft that was typed before.
     */
    startNext() {
      orderStore.setState((state) => ({
        edited: null,
        draft:
          state.aside ??
          (draft.commandId === null ? nextOrderDraft(draft, Date.now()) : emptyOrderDraft(Date.now())),
        aside: null,
        refused: null,
      }));
      saveSoon();
    },
  };
}
