import { z } from 'zod';
import { type PlaceListId, placeListIdSchema } from '../../../src-preload/contract/ids.ts';
import type { PlaceColour } from '../../../src-preload/contract/place-values.ts';
import type { Store } from '../../store/store.ts';
import type { ListImages } from './list-images.ts';
import type { StepOperation, StepOperations } from './step-operations.ts';

interface ListCreationOptions {
  store: Pick<Store, 'all'>;
  lists: Pick<ListImages, 'nextPosition'>;
  operations: Pick<StepOperations, 'list'>;
  now: () => Date;
  /** Returns the name of the user. */
  author: () => string;
  newId: () => string;
}

/** A list that is not stored yet. Without a colour it gets the one that the fewest lists have. */
export interface NewList {
  name: string;
  colour?: PlaceColour | undefined;
  notes?: string | undefined;
}

const colourRow = z.object({ colour: z.string(), n: z.number() });

/** Neighbours in this order are easy to tell apart. Red comes late, because elsewhere it says that something has failed. */
const colourOrder: readonly PlaceColour[] = [
  'blue',
  'orange',
  'violet',
  'green',
  'magenta',
  'cyan',
  'amber',
  'red',
  'teal',
  'grey',
];

/** Returns the colour that the fewest lists have. */
function leastUsedColour(store: Pick<Store, 'all'>): PlaceColour {
  const uses = new Map(
    store
      .all(colourRow, 'SELECT colour, count(*) AS n FROM place_list GROUP BY colour')
      .map(({ colour, n }) => [colour, n]),
  );
  return colourOrder.reduce((best, each) => ((uses.get(each) ?? 0) < (uses.get(best) ?? 0) ? each : best));
}

/** Creates the function that returns the id of a new list and the operation that stores it. */
export function createListCreation({ store, lists, operations, now, author, newId }: ListCreationOptions) {
  return ({ name, colour, notes = '' }: NewList): { listId: PlaceListId; operation: StepOperation } => {
    const listId = placeListIdSchema.parse(newId());
    const operation = operations.list.operation(listId, () => ({
      position: lists.nextPosition(),
      visible: 1,
      version: 0,
      name,
      colour: colour ?? leastUsedColour(store),
      notes,
      createdAt: now().toISOString(),
      createdBy: author(),
      updatedAt: '',
      updatedBy: '',
    }));
    return { listId, operation };
  };
}

/** The function that returns the id of a new list and the operation that stores it. */
export type ListCreation = ReturnType<typeof createListCreation>;
