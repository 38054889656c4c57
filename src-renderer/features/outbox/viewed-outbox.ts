import { z } from 'zod';
import { commandOrderSchema, commandStateSchema } from '../../../src-preload/contract/outbox.ts';
import type { ViewedList } from '../../kit/views/viewed-list.ts';
import { outboxStore } from './outbox-store.ts';

const appearanceSchema = z.object({
  states: z.array(commandStateSchema).catch([]),
  order: commandOrderSchema.catch('attention'),
  everywhere: z.boolean().catch(false),
});

/** The list of the outbox, for its saved views. */
export const viewedOutbox: ViewedList = {
  name: 'outbox',
  appearance: () => appearanceSchema.parse({ ...outboxStore.getState() }),
  apply: (content) => outboxStore.setState({ ...appearanceSchema.parse(content), chosen: new Set() }),
  subscribe: outboxStore.subscribe,
};
