import { z } from 'zod';
import { createPracticeService } from '../src-main/practice/create-practice-service.ts';
import type { faultPlanSchema } from '../src-main/practice/faults.ts';
import type { PracticeOptions } from '../src-main/practice/options.ts';
import type { HttpLimits } from '../src-main/service/http/http-request.ts';
import { connectionIdSchema, contractIdSchema, type Scope } from '../src-preload/contract/ids.ts';
import { makeConnection } from './make-connection.ts';
import { makeService } from './make-service.ts';

type FaultPlan = z.infer<typeof faultPlanSchema>;
const logSchema = z.array(z.looseObject({ method: z.string(), address: z.string(), status: z.number() }));
const servedSchema = z.looseObject({ sha256: z.string() });
const tasksSchema = z.array(
  z.looseObject({
    taskId: z.number(),
    taskName: z.string(),
    projectName: z.string(),
    cancelledAt: z.number().nullable(),
  }),
);
const ordersSchema = z.array(
  z.looseObject({
    orderNumber: z.number(),
    kind: z.string(),
    orderName: z.string(),
    projectName: z.string(),
  }),
);

/** The practice service over real HTTP, with the whole service before it. */
export async function startPracticeHarness(
  input: Partial<PracticeOptions> & {
    clock?: () => number;
    limits?: Partial<HttpLimits>;
    legacy?: boolean;
    /** The clock of this machine, where it is not the service's. */
    localClock?: () => number;
    monotonic?: () => number;
  } = {},
) {
  const { clock, limits, legacy = false, localClock, monotonic, ...options } = input;
  const practice = await createPracticeService(
    { emptyWorld: true, speed: 1, sceneSizePx: 64, control: true, ...options },
    clock,
  );
  const { announcement: at, controlUrl } = practice;
  const connection = makeConnection(at.base_url, {
    kind: legacy ? 'legacy' : 'oauth',
    authUrl: at.auth_url,
    legacyAuthUrl: at.legacy_auth_url,
    accountsUrl: at.accounts_url,
    baseUrl: at.base_url,
    catalogUrl: at.catalog_url,
    ordersUrl: at.orders_url,
    catalogPath: at.catalog_path,
    contractHeader: at.contract_header,
    taskingAudience: at.tasking_audience,
  });
  const own = at.credentials.find(({ kind }) => kind === connection.credentialKind);
  const made = makeService(connection, {
    credentials: async () => ({ clientId: own?.client_id ?? '', clientSecret: own?.client_secret ?? '' }),
    ...(limits === undefined ? {} : { limits }),
    ...(localClock === undefined ? {} : { now: localClock }),
    ...(monotonic === undefined ? {} : { monotonic }),
  });
  const signal = new AbortController().signal;
  const { rows: contracts } = await made.service.contracts(connection.id, signal);
  // One with a single client, so that a task needs to name none.
  const contract = contracts.find(({ parsed }) => parsed.name === 'Agriculture Monitoring');
  const scope: Scope = {
    connectionId: connectionIdSchema.parse(connection.id),
    contractId: legacy ? null : contractIdSchema.parse(contract?.parsed.contract_id),
  };
  if (controlUrl === null) throw new Error('there is no control address');
  const control = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${controlUrl}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  return {
    ...made,
    connection,
    credentials: { clientId: own?.client_id ?? '', clientSecret: own?.client_secret ?? '' },
    scope,
    signal,
    client: made.service.forScope(scope),
    fault: (match: FaultPlan['match'], fault: FaultPlan['fault']) =>
      control('POST', '/faults', { match, fault }),
    clearFaults: () => control('DELETE', '/faults'),
    expireLinks: () => control('POST', '/expire-links'),
    /** Size and sha256 of what is served for a file. */
    served: async (sceneId: string, fileName: string) =>
      servedSchema.parse(
        await control('GET', `/served/${encodeURIComponent(sceneId)}/${encodeURIComponent(fileName)}`),
      ),
    expireTokens: () => control('POST', '/expire-tokens'),
    advance: (seconds: number) => control('POST', '/advance', { seconds }),
    /** All tasks that the service holds, whoever sent them. */
    tasks: async () => tasksSchema.parse(await control('GET', '/tasks')),
    orders: async () => ordersSchema.parse(await control('GET', '/orders')),
    /** How many requests of this method reached a path. */
    async count(method: string, path: RegExp) {
      const entries = logSchema.parse(await control('GET', '/log'));
      return entries.filter((entry) => entry.method === method && path.test(entry.address)).length;
    },
    /** The service is gone; the way there is open. */
    stopService: () => practice.close(),
    async end() {
      await made.close();
      await practice.close();
    },
  };
}

export type PracticeHarness = Awaited<ReturnType<typeof startPracticeHarness>>;
