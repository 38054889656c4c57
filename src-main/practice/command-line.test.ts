import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { call, field, list, signIn } from '../../testing/practice/practice-caller.ts';
import { parsePracticeFlags, practiceHelp, variants } from './options.ts';

// Tests `npm run practice` as a process.
const program = join(import.meta.dirname, 'main.ts');

const announcementSchema = z.object({
  auth_url: z.string(),
  legacy_auth_url: z.string(),
  accounts_url: z.string(),
  base_url: z.string(),
  catalog_url: z.string(),
  orders_url: z.string(),
  catalog_path: z.string(),
  contract_header: z.string(),
  tasking_audience: z.string(),
  credentials: z.array(
    z.object({ kind: z.enum(['oauth', 'legacy']), client_id: z.string(), client_secret: z.string() }),
  ),
});

async function run(...args: string[]) {
  const scratch = await mkdtemp(join(tmpdir(), 'nadir-practice-cli-'));
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: scratch },
  });
  onTestFinished(async () => {
    await end(child, 'SIGKILL');
    await rm(scratch, { recursive: true, force: true });
  });
  const exited = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += String(data);
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return { child, scratch, exited, line: async () => (await lines.next()).value, errors: () => errors };
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

it('announces itself in the first line, then its control address; ends cleanly on SIGTERM, work or not', async () => {
  const running = await run('--port', '0', '--seed=3', '--scene-size', '2000');
  const announcement: unknown = JSON.parse(String(await running.line()));
  expect(Object.keys(Object(announcement)).sort()).toEqual(
    [
      'auth_url',
      'legacy_auth_url',
      'accounts_url',
      'base_url',
      'catalog_url',
      'orders_url',
      'catalog_path',
      'contract_header',
      'tasking_audience',
      'credentials',
    ].sort(),
  );
  const credentials = field(announcement, 'credentials');
  expect(credentials).toEqual(
    expect.arrayContaining(
      ['oauth', 'legacy'].map((kind) => ({
        kind,
        client_id: expect.any(String),
        client_secret: expect.any(String),
      })),
    ),
  );
  for (const name of ['auth_url', 'legacy_auth_url', 'accounts_url', 'base_url', 'catalog_url', 'orders_url'])
    expect(String(field(announcement, name))).toMatch(/^http:\/\/127\.0\.0\.1:\d+/);
  const control: unknown = JSON.parse(String(await running.line()));
  const controlUrl = String(field(control, 'control_url'));
  expect(controlUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}$/);

  // It is stopped while a raster is being made and its caller waits.
  const caller = await signIn({ announcement: announcementSchema.parse(announcement) });
  const page = await caller.get('/tasking/tasks/?status=completed');
  const task = field(list(field(page.json, 'results'))[0], 'task_id');
  const captures = await caller.get(`/tasking/tasks/${task}/captures/`);
  const scenes = await caller.scenes(field(list(field(captures.json, 'results'))[0], 'capture_id'));
  const raster = field(list(field(list(field(scenes.json, 'results'))[0], 'rasters'))[0], 'url');
  const waiting = call(String(raster)).then(
    () => 'whole',
    () => 'broken off',
  );
  expect((await call(`${controlUrl}/log`)).status).toBe(200);
  running.child.kill('SIGTERM');
  expect(await running.exited).toEqual([0, null]);
  expect(await waiting).toBe('broken off');
  expect(await readdir(running.scratch)).toEqual([]);
  expect(running.errors()).toBe('');
});

it('ends with the npm that started it', async (context) => {
  context.skip(process.platform === 'win32', 'there is no such shell between');
  // Like npm, starts it through a shell that does not pass on signals.
  const scratch = await mkdtemp(join(tmpdir(), 'nadir-practice-npm-'));
  const shell = spawn('/bin/sh', ['-c', `"${process.execPath}" "${program}"; true`], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, TMPDIR: scratch, npm_lifecycle_event: 'practice' },
  });
  onTestFinished(() => rm(scratch, { recursive: true, force: true }));
  await once(shell.stdout, 'data');
  shell.kill('SIGTERM');
  // The pipe ends when the last process that has it open ends.
  shell.stdout.resume();
  await once(shell.stdout, 'end');
  expect(await readdir(scratch)).toEqual([]);
});

it('says in one sentence that its port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const port = String(field(other.address(), 'port'));
  const running = await run('--port', port);
  expect(await running.exited).toEqual([1, null]);
  expect(running.errors()).toMatch(/port .*taken/i);
  expect(running.errors()).toContain(port);
  expect(running.errors().trim().split('\n')).toHaveLength(1);
  expect(existsSync(running.scratch) && (await readdir(running.scratch))).toEqual([]);
});

it.each([
  [['--prot', '1'], '--prot'],
  [['port', '1'], 'port'],
  [['--port'], '--port'],
  [['--port', 'abc'], '--port'],
  [['--port', '70000'], '--port'],
  [['--speed', '0'], '--speed'],
  [['--speed', ''], '--speed'],
  [['--scene-size', '9000'], '--scene-size'],
  [['--token-seconds', '1.5'], '--token-seconds'],
  [['--variant', 'some'], '--variant'],
  [['--variant', 'other,toString'], '--variant'],
  [['--orders', '-1'], '--orders'],
  [['--orders', '5', '--deliverables', 'many'], '--deliverables'],
  [['--toString', '1'], '--toString'],
])('refuses %j, naming the flag', (args, named) => {
  expect(() => parsePracticeFlags(args)).toThrow(named);
});

it('ends with what was wrong with its flags, and no stack', async () => {
  const running = await run('--speed', '0', '--port', 'abc');
  expect(await running.exited).toEqual([1, null]);
  expect(running.errors()).toMatch(/--port: .+\n--speed: .+\n$/);
  expect(running.errors()).not.toMatch(/\n\s+at /);
});

it('reads every flag, both ways of writing one', () => {
  const flags = ['--port', '0', '--speed=60', '--seed', '5', '--scene-size', '1000', '--token-seconds', '90'];
  expect(parsePracticeFlags([...flags, '--state', '/x', '--empty-world'])).toMatchObject({
    port: 0,
    speed: 60,
    seed: 5,
    sceneSizePx: 1_000,
    tokenSeconds: 90,
    stateFolder: '/x',
    emptyWorld: true,
  });
  expect(parsePracticeFlags(['--orders', '20000', '--deliverables', '60000'])).toMatchObject({
    bulkOrders: 20_000,
    bulkDeliverables: 60_000,
  });
  expect(parsePracticeFlags(['--orders=9'])).toMatchObject({ bulkOrders: 9, bulkDeliverables: 9 });
  expect(parsePracticeFlags(['--variant', 'other'])).toMatchObject({
    ...variants.other.options,
    emptyWorld: false,
  });
  for (const [name, { options, says }] of Object.entries(variants)) {
    expect(parsePracticeFlags(['--variant', name])).toMatchObject(options);
    expect(practiceHelp).toContain(`${name.padEnd(22)}${says}`);
  }
  const all = Object.assign({}, ...Object.values(variants).map(({ options }) => options));
  expect(parsePracticeFlags(['--variant', Object.keys(variants).join(',')])).toMatchObject(all);
  const pair = ['--variant', 'no-clients', '--variant=thin-details'];
  expect(parsePracticeFlags(pair)).toMatchObject({ clients: false, thinDetails: true, assetsOnly: false });
  expect(parsePracticeFlags([])).toMatchObject({ speed: 1_800, emptyWorld: false, stateFolder: null });
});
