import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const entrySchema = z.object({
  server: z.string(),
  method: z.string(),
  address: z.string(),
  headers: z.record(z.string(), z.union([z.string(), z.array(z.string())]).optional()),
  body: z.string(),
  status: z.number(),
  bytes: z.number(),
});
const servedSchema = z.object({ sha256: z.string(), sizeBytes: z.number(), path: z.string() });
const taskSchema = z.looseObject({ taskId: z.number(), taskName: z.string() });

/** Behind the practice service's curtain: what it received, what it serves, what goes wrong on purpose. */
export function createControl(controlUrl: string) {
  const post = async (path: string, body: unknown = {}) => {
    const response = await fetch(controlUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  };
  const get = async (path: string) => (await fetch(controlUrl + path)).json();
  return {
    received: async () => z.array(entrySchema).parse(await get('/log')),
    served: async (scene: string, file: string) => servedSchema.parse(await get(`/served/${scene}/${file}`)),
    /** All tasks that the service holds. */
    tasks: async () => z.array(taskSchema).parse(await get('/tasks')),
    fault: (plan: unknown) => post('/faults', plan),
    clearFaults: () => fetch(`${controlUrl}/faults`, { method: 'DELETE' }),
    expireTokens: () => post('/expire-tokens'),
    expireLinks: () => post('/expire-links'),
    /** So many orders of the large world are updated now. */
    touchOrders: (count: number) => post('/touch-orders', { count }),
    advance: (seconds: number) => post('/advance', { seconds }),
  };
}

/** With this in its environment Nadir gives its practice workspace a control address. */
export const withControl = { NADIR_PRACTICE_CONTROL: '1' };

/** The control address of the practice workspace that Nadir itself started on this data folder. */
export function controlOf(dataFolder: string) {
  const file = z
    .object({ control_url: z.string() })
    .parse(JSON.parse(readFileSync(join(dataFolder, 'practice', 'control.json'), 'utf8')));
  return createControl(file.control_url);
}
