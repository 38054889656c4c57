import type { ConnectionCheck } from '../../../src-preload/contract/connections.ts';
import type { ConnectionId, ContractId } from '../../../src-preload/contract/ids.ts';
import { toStoredError } from '../../core/app-error.ts';
import type { Service } from '../../service/api/service-client.ts';
import type { ConnectionRecord } from '../../service/auth/connection-record.ts';
import type { Tokens } from '../../service/auth/tokens.ts';

type Step = ConnectionCheck['steps'][number]['step'];

/** What the check of a connection uses, one step after another. */
export interface ConnectionCheckOptions {
  record: (id: ConnectionId) => ConnectionRecord;
  tokens: Tokens;
  service: Service;
}

/** Tries the steps that a session needs, in order; a step after a failed one that it needs is skipped. Changes nothing. */
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
            const { rows } = await service.contracts(id, signal);
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
  function scopesOf(step: Step): string | null {
    if (step === 'token') return tokens.grantedScopes(id, 'tasking');
    return step === 'accounts-token' ? tokens.grantedScopes(id, 'accounts') : null;
  }
  const steps: ConnectionCheck['steps'] = [];
  /** True after a failed step that later steps need; products and clients are independent, so their failures do not count. */
  let failed = false;
  for (const [step, trial] of trials) {
    if (failed || trial === null) {
      steps.push({ step, outcome: 'skipped', error: null, scopes: null });
      continue;
    }
    try {
      await trial();
      steps.push({ step, outcome: 'ok', error: null, scopes: scopesOf(step) });
    } catch (error) {
      failed = step !== 'products' && step !== 'clients';
      steps.push({ step, outcome: 'failed', error: toStoredError(error), scopes: null });
    }
  }
  return { steps };
}
