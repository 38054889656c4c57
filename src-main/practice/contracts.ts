import { uuidOf } from './deterministic.ts';
import type { PracticeClient, PracticeContract } from './records.ts';

const client = (
  name: string,
  maxPriority: number,
  minPriority: number,
  defaultPriority: number,
): PracticeClient => ({
  name,
  maxPriority,
  minPriority,
  defaultPriority,
});

/** Returns the contracts of the practice service, the same for the same seed. */
export function makeContracts(seed: number): PracticeContract[] {
  const account = `acct.${uuidOf(seed, 'account')}`;
  const contract = (
    name: string,
    rest: Pick<PracticeContract, 'archive' | 'status' | 'clients'>,
  ): PracticeContract => ({
    contractId: `cont.${uuidOf(seed, 'contract', name)}`,
    name,
    account,
    ...rest,
  });
  return [
    contract('Coastal Watch 2026', {
      archive: { restrictions: ['none'], collections: ['quickview-visual', 'l1d-sr'] },
      status: 'ACTIVE',
      clients: [
        client('harbour-office', 10, 60, 40),
        client('fisheries', 20, 80, 50),
        client('coast-guard', 1, 30, 15),
      ],
    }),
    contract('Agriculture Monitoring', {
      archive: { restrictions: ['non-commercial'], collections: ['l1b', 'l1d'] },
      status: 'ACTIVE',
      clients: [client('field-survey', 30, 70, 50)],
    }),
    contract('Disaster Response', {
      archive: null,
      status: 'ACTIVE',
      clients: [client('relief', 1, 20, 10)],
    }),
    contract('Forest Baseline 2024', {
      archive: { restrictions: [], collections: ['l1d'] },
      status: 'EXPIRED',
      clients: [client('forestry', 40, 90, 60)],
    }),
  ];
}

export const legacyClients: readonly PracticeClient[] = [client('legacy-account', 10, 90, 50)];
