import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createSessionRenewal } from './renew-session.ts';

describe('the renewal of the session for pictures that fail', () => {
  let time: number;
  let ends: (() => void)[];
  const renew = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)));
  beforeEach(() => {
    time = 0;
    ends = [];
    renew.mockClear();
  });
  const create = () => createSessionRenewal(renew, () => time);

  it('runs once for all that fail together, and all of them are retried', async () => {
    const failed = create();
    const answers = [1, 2, 3].map((askedAt) => failed(askedAt));
    time = 10;
    for (const end of ends) end();
    expect(await Promise.all(answers)).toEqual([true, true, true]);
    expect(await failed(9)).toBe(true);
    expect(renew).toHaveBeenCalledTimes(1);
  });

  it('does not run again for failures with the new session, until some time has passed', async () => {
    const failed = create();
    const first = failed(1);
    time = 10;
    ends[0]?.();
    await first;
    time = 11;
    expect(await failed(11)).toBe(false);
    time = 40_000;
    void failed(39_000);
    expect(renew).toHaveBeenCalledTimes(2);
  });

  it('counts even if it fails, because the pictures would otherwise retry without end', async () => {
    const fails = vi.fn(() => Promise.reject(new Error('nobody is there')));
    const failed = createSessionRenewal(fails, () => time);
    expect(await failed(0)).toBe(true);
    expect(await failed(1)).toBe(false);
    expect(fails).toHaveBeenCalledTimes(1);
  });
});
