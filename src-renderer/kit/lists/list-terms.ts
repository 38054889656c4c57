import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { changeList, type ListName, listOf, listStore } from '../state/list-store.ts';
import type { BaseTerms, FilterDeclaration } from './subject-filters.tsx';

/** Milliseconds without a key press before a search is sent to the main process. */
const searchPauseMs = 150;

/** The parts of a declaration that define the terms. */
type Termed<Terms extends BaseTerms<Sort>, Sort extends string> = Pick<
  FilterDeclaration<Terms, Sort, string, never, unknown>,
  'initial' | 'sorts' | 'schema'
>;

/** Returns true if two values have the same kind. Null stands for an unset text or range, which the schema checks. */
const isAlike = (value: unknown, initial: unknown) =>
  Array.isArray(initial)
    ? Array.isArray(value)
    : initial === null
      ? value === null || typeof value === 'string' || typeof value === 'object'
      : typeof value === typeof initial;

/** Returns true if these are terms of the list: each field has its kind, the filter is valid, and the sort exists. */
function areTerms<Terms extends BaseTerms<Sort>, Sort extends string>(
  { initial, sorts, schema }: Termed<Terms, Sort>,
  values: object,
): values is Terms {
  const given = new Map(Object.entries(values));
  const fields = Object.entries(initial);
  if (!fields.every(([name, usual]) => isAlike(given.get(name), usual))) return false;
  const filter = Object.fromEntries([...given].filter(([, value]) => value !== null));
  return String(given.get('sort')) in sorts && schema.safeParse(filter).success;
}

/** Parses the stored terms of a list; unknown and invalid ones get their default. */
export function readTerms<Terms extends BaseTerms<Sort>, Sort extends string>(
  declared: Termed<Terms, Sort>,
  stored: Readonly<Record<string, unknown>>,
): Terms {
  const { initial } = declared;
  const storedTerms = Object.fromEntries(Object.entries(stored).filter(([name]) => name in initial));
  const values = { ...initial, ...storedTerms };
  return areTerms(declared, values) ? values : initial;
}

/** The terms that do not depend on a contract. */
const ofEveryContract = ({ sort, descending }: Readonly<Record<string, unknown>>) => ({
  ...(sort === undefined ? {} : { sort }),
  ...(descending === undefined ? {} : { descending }),
});

/** The terms of the order only: the selected rows stay when they change. */
const ofOrder = ['sort', 'descending'];

/**
 * Returns the terms of a list: `typed` for the fields, `terms` for the queries, whose search follows after a pause in typing, and `change`.
 * If the terms were set under another contract, only the order is kept. Changing a filter clears the selection, because it may hide
 * selected rows.
 */
export function useListTerms<Terms extends BaseTerms<Sort>, Sort extends string>(
  name: ListName,
  { declared, contract }: { declared: Termed<Terms, Sort>; contract: string },
) {
  const stored = useStore(listStore, (all) => listOf(all, name).terms);
  const setUnder = useStore(listStore, (all) => listOf(all, name).contract);
  const isSame = setUnder === null || setUnder === contract;
  const typed = useMemo(
    () => readTerms(declared, isSame ? stored : ofEveryContract(stored)),
    [declared, stored, isSame],
  );
  const [search] = useDebouncedValue(typed.search, searchPauseMs);
  const terms = useMemo(() => ({ ...typed, search }), [typed, search]);
  const change = useMemo(
    () => (patch: Partial<Terms>) => {
      const keepsRows = Object.keys(patch).every(
        (field) =>
          ofOrder.includes(field) ||
          JSON.stringify(new Map(Object.entries(patch)).get(field)) ===
            JSON.stringify(new Map(Object.entries(typed)).get(field)),
      );
      changeList(name, {
        terms: { ...typed, ...patch },
        contract,
        ...(keepsRows ? {} : { chosen: new Set() }),
      });
    },
    [name, contract, typed],
  );
  return { typed, terms, change };
}
