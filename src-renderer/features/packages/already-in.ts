import type { TFunction } from 'i18next';
import type { PackageReview } from '../../../src-preload/contract/handover.ts';
import type { Scope } from '../../../src-preload/contract/ids.ts';

/**
 * Returns a sentence for each other contract in which prepared rows and drafts of a package are here already: accepting changes them there and
 * not in the contract that is selected. Contracts of two connections may have one name.
 */
export function alreadyInWords(
  t: TFunction,
  alreadyIn: PackageReview['alreadyIn'],
  { scope, connections }: { scope: Scope | null; connections: readonly { id: string; name: string }[] },
): string[] {
  return alreadyIn
    .filter(({ scope: of }) => of.connectionId !== scope?.connectionId || of.contractId !== scope.contractId)
    .map(({ scope: of, contractName, count }) =>
      t('handover.review.alreadyIn', {
        count,
        contract: contractName ?? of.contractId ?? t('contracts.legacy'),
        connection: connections.find(({ id }) => id === of.connectionId)?.name ?? of.connectionId,
      }),
    );
}
