// One life of the outbox in a process of its own, for outbox-kills.ts. The parent keeps the time, and kills.
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { outboxMigrations } from '../../src-main/features/outbox/tables.ts';
import { taskingMigrations } from '../../src-main/features/tasks/tables.ts';
import type { ConnectionRecord } from '../../src-main/service/auth/connection-record.ts';
import { openStore } from '../../src-main/store/open-store.ts';
import { scopeSchema } from '../../src-preload/contract/ids.ts';
import { commandInputSchema } from '../../src-preload/contract/outbox.ts';
import { makeService } from '../make-service.ts';
import { seededRandom } from '../seeded-random.ts';
import { startSession } from './outbox-session.ts';
import { worldLimits } from './outbox-world.ts';

const beginSchema = z.object({
  folder: z.string(),
  connection: z.custom<ConnectionRecord>((value) => z.object({ id: z.string() }).safeParse(value).success),
  credentials: z.object({ clientId: z.string(), clientSecret: z.string() }),
  scope: scopeSchema,
  now: z.number(),
  skewMs: z.number(),
  batch: z.array(commandInputSchema),
  cancels: z.number(),
});
const timeSchema = z.object({ now: z.number(), ticket: z.number() });

const say = (message: Record<string, unknown>) => process.send?.(message);
const pauses = new Map<number, () => void>();
let at = 0;

async function live(message: unknown) {
  const { folder, connection, credentials, scope, now, skewMs, batch, cancels } = beginSchema.parse(message);
  at = now;
  const localClock = () => at + skewMs;
  const made = makeService(connection, {
    credentials: async () => credentials,
    limits: worldLimits,
    now: localClock,
    monotonic: () => at,
  });
  const store = openStore({
    folder,
    migrations: [...taskingMigrations, ...outboxMigrations],
    now: () => new Date(localClock()),
    onQuarantined: (path) => say({ what: 'defect', text: `kept aside: ${path}` }),
  });
  // It is the process that is killed, not the machine.
  store.run('PRAGMA synchronous = OFF');
  let tickets = 0;
  say({ what: 'ready' });
  const session = startSession({
    store,
    service: made.service,
    serviceTime: made.serviceTime,
    monotonic: () => at,
    random: seededRandom(now),
    pause: (ms) =>
      new Promise<void>((resolve) => {
        tickets += 1;
        pauses.set(tickets, resolve);
        say({ what: 'pause', ms, ticket: tickets });
      }),
    localNow: () => new Date(localClock()),
    scope,
    batch,
    cancels,
    onDefect: (error) => say({ what: 'defect', text: String(error) }),
  });
  while (!session.isDone()) await wait(2);
  say({ what: 'done' });
}

process.once('message', (message) => {
  process.on('message', (raw) => {
    const { now, ticket } = timeSchema.parse(raw);
    at = now;
    pauses.get(ticket)?.();
    pauses.delete(ticket);
  });
  live(message).catch((error: unknown) => say({ what: 'defect', text: String(error) }));
});
