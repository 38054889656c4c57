import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NoticeFate } from '../../testing/electron/fake-notices.ts';
import { mockElectron } from '../../testing/electron/mock-electron.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');
const notice = { title: 'Downloads complete', body: '3 files.' };
const settle = () => new Promise((resolve) => setImmediate(resolve));

async function show(fate: NoticeFate) {
  const fake = mockElectron();
  fake.notices.state.fate = fate;
  const { createDesktopNotices } = await import('./desktop-notices.ts');
  const told = { clicks: 0, lost: [] as unknown[] };
  const notices = createDesktopNotices({
    onClick() {
      told.clicks += 1;
    },
    onLost: (lost) => told.lost.push(lost),
  });
  notices.show(notice);
  await settle();
  return { fake, told, notices };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('a notice on the desktop', () => {
  it('that is shown is told to nobody else', async () => {
    const { fake, told } = await show('shown');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fake.notices.shown).toEqual([notice]);
    expect(told).toEqual({ clicks: 0, lost: [] });
  });

  it('can be clicked after the garbage of its caller was collected', async () => {
    const { fake, told } = await show('shown');
    collectGarbage();
    await settle();
    fake.notices.click();
    expect(told.clicks).toBe(1);
  });

  it.each(['fails', 'unsupported'] as const)('is handed back when the system %s', async (fate) => {
    const { told } = await show(fate);
    expect(told.lost).toEqual([notice]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(told.lost).toHaveLength(1);
  });

  it('is handed back when nothing is heard of it', async () => {
    const { told } = await show('silent');
    expect(told.lost).toEqual([]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(told.lost).toEqual([notice]);
  });
});
