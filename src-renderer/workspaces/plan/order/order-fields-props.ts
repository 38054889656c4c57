import type { OrderDraft } from '../../../subjects/draft/order-draft.ts';

/** What a group of fields of the order form gets. */
export interface OrderFieldsProps {
  draft: OrderDraft;
  set: (patch: Partial<OrderDraft>) => void;
  /** In words; by field as in `OrderErrors`. */
  errorOf: (field: string) => string | undefined;
}
