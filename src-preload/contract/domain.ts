import type { AnyContractProcedure } from '@orpc/contract';
import type { z } from 'zod';

/** The declaration of one domain, which main and the page share. */
interface ContractDomain {
  /** The procedures that the page calls. */
  procedures: Readonly<Record<string, AnyContractProcedure>>;
  /**
   * The parts of the store whose changes are reported. Queries of any domain name those that make their answers stale (`query`
   * in base.ts).
   */
  topics?: readonly string[];
  /** The kinds of objects that the page selects, by name, with the schema of their keys. */
  subjects?: Readonly<Record<string, z.ZodType>>;
}

/** Returns the declaration unchanged, with the names of its topics in its type. */
export function declareDomain<const D extends ContractDomain>(domain: D): D {
  return domain;
}
