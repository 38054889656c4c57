import type { Scope } from '../../src-preload/contract/ids.ts';

/** The SQL condition for the rows of one scope; the query needs the parameters of `scopeParams`. */
export const inScope = 'connection_id = :connectionId AND contract_id = :contractId';

/**
 * Returns the parameters of `inScope`. A row without a contract (legacy credentials) has an empty string, because in SQL
 * nothing equals null.
 */
export const scopeParams = ({ connectionId, contractId }: Scope) => ({
  connectionId,
  contractId: contractId ?? '',
});

/** Returns the key of a scope in a map. */
export const scopeKey = ({ connectionId, contractId }: Scope): string =>
  `${connectionId} ${contractId ?? ''}`;
