import type { ConnectionCheck } from '../../src-preload/contract/connections.ts';
import type { ConnectionId, ContractId } from '../../src-preload/contract/ids.ts';
import { toStoredError } from '../app-error.ts';
import type { Service } from '../service/api/service-client.ts';
import type { ConnectionRecord } from '../service/auth/connection-record.ts';
import type { Tokens } from '../service/auth/tokens.ts';

type Step = ConnectionCheck['steps'][number]['step'];

/** What the check of a connection calls, one step after the other. */
export interface ConnectionCheckOptions {
  record: (id: ConnectionId) => ConnectionRecord;
  tokens: Tokens;
  service: Service;
}

/** Tries what a session needs, in order; what needs a step that failed is skipped. Changes nothing. */
export async function checkConnection(
  id: ConnectionId,
  { record, tokens, service }: ConnectionCheckOptions,
  signal: AbortSignal,
): Promise<ConnectionCheck> {
  const connection = record(id);
  const legacy = connection.credentialKind === 'legacy';
  tokens.forget(id);
  let contractId: ContractId | null = null;
  const trials: [Step, (() => Promise<void>) | null][] = [
    ['token', async () => void (await tokens.get(connection, 'tasking', signal))],
    ['accounts-token', legacy ? null : async () => void (await tokens.get(connection, 'accounts', signal))],
    [
      'contracts',
      legacy
        ? null
        : async () => {
            const rows = await service.contracts(id, signal);
            const usable = rows.find((row) => row.parsed.status?.toUpperCase() === 'ACTIVE') ?? rows[0];
            contractId = usable?.parsed.contract_id ?? null;
          },
    ],
    [
      'products',
      async () => void (await service.forScope({ connectionId: id, contractId }).products(signal)),
    ],
    ['clients', async () => void (await service.forScope({ connectionId: id, contractId }).clients(signal))],
  ];
  const steps: ConnectionCheck['steps'] = [];
  /** What a later step needs, or a word to the user that it is not there: products and clients stand each alone. */
  let failed = false;
  for (const [step, trial] of trials) {
    if (failed || trial === null) {
      steps.push({ step, outcome: 'skipped', error: null });
      continue;
    }
    try {
      await trial();
      steps.push({ step, outcome: 'ok', error: null });
    } catch (error) {
      failed = step !== 'products' && step !== 'clients';
      steps.push({ step, outcome: 'failed', error: toStoredError(error) });
    }
  }
  return { steps };
}
