import { oc } from '@orpc/contract';
import { appErrors } from './errors.ts';

/** The metadata of a procedure, besides its input and output. */
interface ProcedureMeta {
  /** The topics whose changes make the answer stale; null for a command, whose answer is not cached. */
  staleBy: readonly string[] | null;
}

const described = oc.$meta<ProcedureMeta>({ staleBy: null });

/** A command: a procedure that changes something. Main converts an AppError to the declared error with its code. */
export const procedure = described.errors(appErrors);

/**
 * Declares a query: the page caches its answer until one of these changes is reported. Without any topic the answer never
 * becomes stale.
 */
export const query = (...staleBy: string[]) => procedure.meta({ staleBy });
