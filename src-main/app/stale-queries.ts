import { isContractProcedure } from '@orpc/contract';
import type { ToldChange } from '../../src-preload/contract/changes.ts';
import { type Change, contract } from '../../src-preload/contract/contract.ts';

/** Returns the procedures of the contract that are queries, by name, with the topics that make their answers stale. */
function queriesOf(domains: typeof contract): [name: string, staleBy: readonly string[]][] {
  return Object.entries(domains).flatMap(([domain, procedures]) =>
    Object.entries(procedures).flatMap(([name, procedure]): [string, readonly string[]][] => {
      const staleBy = isContractProcedure(procedure) ? procedure['~orpc'].meta.staleBy : null;
      return staleBy === null ? [] : [[`${domain}.${name}`, staleBy]];
    }),
  );
}

const queries = queriesOf(contract);

/** Returns a change with the queries whose answers it makes stale, as the contract declares. */
export function withStaleQueries(change: Change): ToldChange {
  const stale = queries.filter(([, staleBy]) => staleBy.includes(change.topic));
  return { ...change, staleQueries: stale.map(([name]) => name) };
}
