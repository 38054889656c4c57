import { isContractProcedure } from '@orpc/contract';
import type { Change, ChangeTopic, ToldChange } from '../../src-preload/contract/changes.ts';
import { contract } from '../../src-preload/contract/contract.ts';

/** The procedures that are queries, by their names in the contract, with what makes their answers stale. */
function queriesOf(domains: typeof contract): [name: string, staleBy: readonly ChangeTopic[]][] {
  return Object.entries(domains).flatMap(([domain, procedures]) =>
    Object.entries(procedures).flatMap(([name, procedure]): [string, readonly ChangeTopic[]][] => {
      const staleBy = isContractProcedure(procedure) ? procedure['~orpc'].meta.staleBy : null;
      return staleBy === null ? [] : [[`${domain}.${name}`, staleBy]];
    }),
  );
}

const queries = queriesOf(contract);

/** Returns a change with the queries whose answers it makes stale, as the contract declares them. */
export function withStaleQueries(change: Change): ToldChange {
  const stale = queries.filter(([, staleBy]) => staleBy.includes(change.topic));
  return { ...change, staleQueries: stale.map(([name]) => name) };
}
