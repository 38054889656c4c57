import { mapEventIterator } from '@orpc/client';
import { implement, ORPCError, ValidationError } from '@orpc/server';
import { contract } from '../../src-preload/contract/contract.ts';
import { AppError, isAppError } from './app-error.ts';

interface ImplementerOptions {
  /** Called with defects: errors that were not expected. */
  onDefect: (defect: { reference: string; path: string; error: unknown }) => void;
  /** Returns a short reference that the user can quote. */
  makeReference: () => string;
}

function isStream(output: unknown): output is AsyncIterator<unknown, unknown, void> {
  return (
    typeof output === 'object' &&
    output !== null &&
    'next' in output &&
    typeof output.next === 'function' &&
    Symbol.asyncIterator in output
  );
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
 * errors, invalid input becomes INVALID_INPUT, and everything else is logged with its stack and becomes a reference. This holds for the
 * call, for each event of a stream, and for output that is not as the contract says.
 */
export function createImplementer({ onDefect, makeReference }: ImplementerOptions) {
  return implement(contract)
    .$config({ initialInputValidationIndex: 1 })
    .use(async ({ next, path }) => {
      const where = path.join('.');
      try {
        const { output, context } = await next();
        return { output: isStream(output) ? translateStream(output, where) : output, context };
      } catch (error) {
        throw translate(error, where);
      }
    });

  /** A stream fails after the call has answered, where nothing catches its errors. */
  function translateStream(events: AsyncIterator<unknown, unknown, void>, path: string) {
    return mapEventIterator(events, {
      value: async (event) => event,
      error: async (error) => translate(error, path),
    });
  }

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
