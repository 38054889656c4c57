import type { AnyContractProcedure } from '@orpc/contract';
import type { z } from 'zod';

/** What main and the page agree on for one domain. */
interface ContractDomain {
  /** The calls of the page to main. */
  procedures: Readonly<Record<string, AnyContractProcedure>>;
  /**
   * The parts of the store whose changes main tells. Queries of any domain name the ones that make their answers stale
   * (`query` in base.ts).
   */
  topics?: readonly string[];
  /** The kinds of objects that the page selects, by name, with the schema of their keys. */
  subjects?: Readonly<Record<string, z.ZodType>>;
}

/** Returns the declaration unchanged, with the names of its topics in its type. */
export function declareDomain<const D extends ContractDomain>(domain: D): D {
  return domain;
}
