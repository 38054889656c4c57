import type { Implementer } from '../core/implementer.ts';

interface WithProcedures {
  procedures(os: Implementer): Readonly<Record<string, object>>;
}

type ProceduresOf<Module extends WithProcedures> = Module extends unknown
  ? ReturnType<Module['procedures']>
  : never;
type DomainOf<Procedures> = Procedures extends unknown ? keyof Procedures : never;
/** The procedures of several modules, by domain of the contract. */
type Merged<Procedures> = {
  [Domain in DomainOf<Procedures>]: Procedures extends Readonly<Record<Domain, infer OfDomain>>
    ? OfDomain
    : never;
};

/**
 * Combines the procedures of modules into one object, by domain of the contract. Throws if two modules implement the same domain.
 * The compiler cannot follow a loop over modules of different types; the two signatures declare that nothing is added or left out.
 */
export function mergeProcedures<Module extends WithProcedures>(
  os: Implementer,
  modules: readonly Module[],
): Merged<ProceduresOf<Module>>;
export function mergeProcedures(os: Implementer, modules: readonly WithProcedures[]): object {
  const merged: Record<string, object> = {};
  for (const module of modules)
    for (const [domain, procedures] of Object.entries(module.procedures(os))) {
      if (Object.hasOwn(merged, domain)) throw new Error(`two modules implement ${domain}`);
      merged[domain] = procedures;
    }
  return merged;
}
