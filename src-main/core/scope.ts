import type { Scope } from '../../src-preload/contract/ids.ts';

/** The condition for the rows of one scope, in a query that is given `scopeParams`. */
export const inScope = 'connection_id = :connectionId AND contract_id = :contractId';

/** Without a contract, as with legacy credentials, rows hold an empty one: in SQL nothing equals null. */
export const scopeParams = ({ connectionId, contractId }: Scope) => ({
  connectionId,
  contractId: contractId ?? '',
});

/** The key of a scope in a map. */
export const scopeKey = ({ connectionId, contractId }: Scope): string =>
  `${connectionId} ${contractId ?? ''}`;
