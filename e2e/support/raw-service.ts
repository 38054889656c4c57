import { z } from 'zod';
import { credentialsOf, type PracticeLine } from './practice.ts';

const rawSchema = z.looseObject({
  deliverable_id: z.string(),
  order: z.string(),
  status: z.string(),
  delivered_at: z.string().optional(),
  quantity: z.number().optional(),
  billable_quantity: z.number().optional(),
  area_km2: z.number().optional(),
});
export type RawDeliverable = z.infer<typeof rawSchema>;
const pageSchema = z.object({ next: z.string().nullable(), results: z.array(rawSchema) });
const contractsSchema = z.object({
  results: z.array(z.object({ contract_id: z.string(), name: z.string() })),
});

/** The service under one contract, without Nadir in between. */
export async function createRawService(line: PracticeLine, contractName: string) {
  const { client_id, client_secret } = credentialsOf(line, 'oauth');
  const json = { 'content-type': 'application/json' };
  async function tokenFor(audience: string) {
    const body = { client_id, client_secret, audience, grant_type: 'client_credentials' };
    const answer = await fetch(`${line.auth_url}/oauth/token`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(body),
    });
    return z.object({ access_token: z.string() }).parse(await answer.json()).access_token;
  }
  const contracts = await fetch(`${line.accounts_url}/v2/my/contracts`, {
    headers: { authorization: `Bearer ${await tokenFor('api')}` },
  });
  const { results } = contractsSchema.parse(await contracts.json());
  const contract = results.find(({ name }) => name === contractName)?.contract_id ?? '';
  async function asked(address: string | URL, body?: unknown): Promise<unknown> {
    const answer = await fetch(address, {
      headers: {
        ...json,
        authorizationToken: `Bearer ${await tokenFor(line.tasking_audience)}`,
        [line.contract_header]: contract,
      },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
  return {
    /** All that was delivered until now. */
    async delivered(): Promise<RawDeliverable[]> {
      const rows: RawDeliverable[] = [];
      for (let next: string | null = '/v2/deliverables?limit=500'; next !== null; ) {
        const page: z.infer<typeof pageSchema> = pageSchema.parse(
          await asked(new URL(next, line.orders_url)),
        );
        rows.push(...page.results);
        next = page.next;
      }
      return rows.filter(({ status }) => status === 'DELIVERED');
    },
    /** One point from now on, for so many days. */
    orderPoint: (name: string, days: number) =>
      asked(`${line.orders_url}/v2/orders`, {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [10.25, 50.5] },
        properties: {
          sku: 'TSKPOI-M',
          order_name: name,
          project_name: 'Usage',
          parameters: {
            start: new Date(Date.now() + 3_600_000).toISOString(),
            end: new Date(Date.now() + days * 86_400_000).toISOString(),
          },
        },
      }),
  };
}
