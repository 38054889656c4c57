import type { OrderDraft } from '../draft/order-draft.ts';

/** The properties of a group of fields of the order form. */
export interface OrderFieldsProps {
  draft: OrderDraft;
  set: (patch: Partial<OrderDraft>) => void;
  /** Returns the error of a field as text for the user; fields are named as in `OrderErrors`. */
  errorOf: (field: string) => string | undefined;
}
