import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createCommandReading } from '../../src-main/features/outbox/command-reading.ts';
import { viewOf } from '../../src-main/features/outbox/command-view.ts';
import { outboxMigrations } from '../../src-main/features/outbox/tables.ts';
import { taskingMigrations } from '../../src-main/features/tasks/tables.ts';
import type { Command } from '../../src-preload/contract/outbox.ts';
import { openTestStore } from '../open-test-store.ts';
import type { OutboxRound } from './outbox-world.ts';

const program = fileURLToPath(new URL('./outbox-child.ts', import.meta.url));
const messageSchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('pause'), ms: z.number(), ticket: z.number() }),
  z.object({ what: z.literal('ready') }),
  z.object({ what: z.literal('done') }),
  z.object({ what: z.literal('defect'), text: z.string() }),
]);
const hour = 3_600_000;
// Ends what hangs; a machine with other work may need minutes for a round.
const giveUpMs = 600_000;

/** The same batch in a process of its own, which is killed at random moments until it is let live. */
export async function killRound({
  world: { practice, time, skew },
  random,
  project,
  batch,
  cancels,
}: OutboxRound): Promise<{ rows: Command[]; crashes: number; defects: string[] }> {
  // Open here too, so that it is whole at the end whatever was killed.
  const opened = openTestStore([...taskingMigrations, ...outboxMigrations]);
  const defects: string[] = [];

  /** True when it came to its end by itself. */
  async function live(killAfterMs: number | null): Promise<boolean> {
    skew.ms = [0, hour, -hour][Math.floor(random() * 3)] ?? 0;
    const child: ChildProcess = fork(program, [], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    let done = false;
    const ended = once(child, 'exit');
    const kill = () => child.kill('SIGKILL');
    const limit = setTimeout(() => {
      defects.push(`${project}: stuck in a process of its own`);
      kill();
    }, giveUpMs);
    child.on('message', (raw) => {
      const message = messageSchema.parse(raw);
      if (message.what === 'defect') defects.push(message.text);
      if (message.what === 'ready' && killAfterMs !== null) setTimeout(kill, killAfterMs);
      if (message.what === 'done') {
        done = true;
        kill();
      }
      if (message.what === 'pause') {
        // Work that was lost on its way is done before the clock jumps.
        void wait(message.ms > 60_000 ? 15 : 0).then(() => {
          time.advance(message.ms);
          // The process may have been killed in this moment; without a callback that would be an error nobody listens to.
          if (child.connected) child.send({ now: time.now(), ticket: message.ticket }, () => undefined);
        });
      }
    });
    child.send({
      folder: opened.folder,
      connection: practice.connection,
      credentials: practice.credentials,
      scope: practice.scope,
      now: time.now(),
      skewMs: skew.ms,
      batch,
      cancels,
    });
    await ended;
    clearTimeout(limit);
    return done;
  }

  let crashes = 0;
  for (let left = 1 + Math.floor(random() * 2); ; left -= 1) {
    const finished = await live(left > 0 ? Math.floor(random() ** 2 * 600) : null);
    if (finished || left <= 0) break;
    crashes += 1;
  }
  const { rows } = createCommandReading(opened.store).list({
    scope: null,
    states: [],
    offset: 0,
    limit: 500,
  });
  opened.remove();
  return { rows: rows.map((row) => viewOf(row)), crashes, defects };
}
