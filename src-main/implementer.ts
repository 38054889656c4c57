import { implement, ORPCError, ValidationError } from '@orpc/server';
import { contract } from '../src-preload/contract/contract.ts';
import { AppError, isAppError } from './app-error.ts';

interface ImplementerOptions {
  /** Called with defects: errors that were not expected. */
  onDefect: (defect: { reference: string; path: string; error: unknown }) => void;
  /** Returns a short reference that the user can quote. */
  makeReference: () => string;
}

function fieldsOf(error: ValidationError): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const key = (issue.path ?? [])
      .map((part) => String(typeof part === 'object' ? part.key : part))
      .join('.');
    fields[key] = [...(fields[key] ?? []), issue.message];
  }
  return fields;
}

/**
 * Creates the implementer of the contract, with the only translation of failures: expected ones become the contract's declared
 * errors, invalid input becomes INVALID_INPUT, and everything else is logged with its stack and becomes a reference.
 */
export function createImplementer({ onDefect, makeReference }: ImplementerOptions) {
  return implement(contract)
    .$config({ initialInputValidationIndex: 1 })
    .use(async ({ next, path }) => {
      try {
        return await next();
      } catch (error) {
        throw translate(error, path.join('.'));
      }
    });

  function translate(error: unknown, path: string): ORPCError<string, unknown> {
    if (isAppError(error)) return new ORPCError(error.code, { message: error.code, data: error.data });
    if (
      error instanceof ORPCError &&
      error.code === 'BAD_REQUEST' &&
      error.cause instanceof ValidationError
    ) {
      return translate(new AppError('INVALID_INPUT', { fields: fieldsOf(error.cause) }), path);
    }
    if (error instanceof Error && error.name === 'AbortError')
      return translate(new AppError('CANCELLED', {}), path);
    const reference = makeReference();
    onDefect({ reference, path, error });
    return new ORPCError('DEFECT', { message: 'DEFECT', data: { reference } });
  }
}

/**
 * Implements procedures of the contract. It turns errors into those that the contract declares, and defects into a
 * reference to the log.
 */
export type Implementer = ReturnType<typeof createImplementer>;
