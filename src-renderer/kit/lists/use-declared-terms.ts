import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { PlacedRow } from '../export/list-export.ts';
import { isOfOneContract, type Subject } from '../state/selection.ts';
import type { DeclaredProps } from './list-declaration.ts';
import { useListTerms } from './list-terms.ts';
import type { BaseTerms } from './subject-filters.tsx';

/** Returns the terms of a declared list and the query for them. */
export function useDeclaredTerms<
  S extends Subject,
  Row extends PlacedRow,
  Terms extends BaseTerms<Sort>,
  Sort extends string,
  State extends string,
  Query,
  Extra,
  Places,
  ListScope extends Scope | null,
>({ declared, scope }: DeclaredProps<S, Row, Terms, Sort, State, Query, Extra, Places, ListScope>) {
  const contract =
    isOfOneContract(declared.subject) && scope !== null
      ? `${scope.connectionId} ${scope.contractId ?? ''}`
      : '';
  const termed = useListTerms<Terms, Sort>(declared.workspace, { declared: declared.filters, contract });
  return { ...termed, query: declared.queryOf(termed.terms, scope) };
}
