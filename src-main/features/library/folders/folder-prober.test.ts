import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFolderProber, startProbeWorker } from './folder-prober.ts';
import { type ProbeQuestion, probeFolder } from './probe-folder.ts';

describe('a thread that hangs in its drive', () => {
  function create() {
    const world = { asked: [] as ProbeQuestion[], started: 0, ended: 0, woke: [] as string[], hangs: true };
    let answered: (message: unknown) => void = () => undefined;
    let died: () => void = () => undefined;
    const timers: (() => void)[] = [];
    const prober = createFolderProber({
      startThread(listen) {
        world.started += 1;
        ({ onMessage: answered, onEnd: died } = listen);
        return {
          ask: (question) => world.asked.push(question),
          terminate() {
            world.ended += 1;
            return world.hangs ? new Promise(() => undefined) : Promise.resolve();
          },
        };
      },
      limitMs: 1,
      setTimer(run) {
        timers.push(run);
        return () => undefined;
      },
      woke: (state) => world.woke.push(state),
    });
    return {
      world,
      prober,
      answer: (id: number, state: string) => answered({ id, state }),
      die: () => died(),
      runTimers: () => {
        for (const run of timers.splice(0)) run();
      },
    };
  }

  it('counts as asleep after the time limit, is not asked again, and reports a late answer', async () => {
    const { world, prober, answer, runTimers } = create();
    const first = prober.probe('/drive', true);
    runTimers();
    expect(await first).toBe('sleeping');
    expect(await prober.probe('/drive', true)).toBe('sleeping');
    expect(world.asked).toHaveLength(1);
    expect(prober.hangs()).toBe(true);
    answer(1, 'there');
    expect(world.woke).toEqual(['there']);
    const next = prober.probe('/drive', true);
    const closed = prober.close();
    // The end of the program must not wait for a thread that hangs.
    runTimers();
    await closed;
    expect(prober.hangs()).toBe(true);
    expect(await next).toBe('sleeping');
    answer(2, 'read-only');
    expect(world.woke).toEqual(['there', 'read-only']);
    expect(world.started).toBe(1);
  });

  it('is asked once for several callers, and a late answer resolves no later question', async () => {
    const { world, prober, answer } = create();
    const both = [prober.probe('/drive', false), prober.probe('/drive', false)];
    answer(7, 'there');
    answer(1, 'away');
    expect(await Promise.all(both)).toEqual(['away', 'away']);
    expect(world.asked).toHaveLength(1);
    world.hangs = false;
    await prober.close();
    expect(world.ended).toBe(1);
  });

  it('does not hang once it has ended, also if it had no time to answer', async () => {
    const { world, prober } = create();
    world.hangs = false;
    void prober.probe('/drive', false);
    expect(prober.hangs()).toBe(true);
    await prober.close();
    expect(prober.hangs()).toBe(false);
  });

  it('is started again after it died', async () => {
    const { world, prober, answer, die } = create();
    const first = prober.probe('/drive', false);
    die();
    expect(await first).toBe('away');
    const second = prober.probe('/drive', false);
    answer(2, 'there');
    expect(await second).toBe('there');
    expect(world.started).toBe(2);
  });
});

describe('the state of a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'nadir-probe-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is posted by the thread', async () => {
    writeFileSync(join(folder, 'a'), '');
    const prober = createFolderProber({
      startThread: startProbeWorker,
      limitMs: 60_000,
      setTimer: () => () => undefined,
      woke: () => undefined,
    });
    expect(await prober.probe(folder, true)).toBe('there');
    expect(await prober.probe(join(folder, 'none'), false)).toBe('away');
    await prober.close();
    expect(prober.hangs()).toBe(false);
  });

  it('is away for an empty folder that had scenes', () => {
    expect(probeFolder({ path: folder, hadScenes: false })).toBe('there');
    expect(probeFolder({ path: folder, hadScenes: true })).toBe('away');
    writeFileSync(join(folder, 'a'), '');
    expect(probeFolder({ path: join(folder, 'a'), hadScenes: false })).toBe('away');
    expect(probeFolder({ path: folder, hadScenes: true })).toBe('there');
  });

  it.skipIf(process.getuid?.() === 0)('says of one without rights that it is read-only', () => {
    const locked = join(folder, 'locked');
    mkdirSync(locked);
    chmodSync(locked, 0o555);
    expect(probeFolder({ path: locked, hadScenes: false })).toBe('read-only');
  });
});
