// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Settings } from '../../../src-preload/contract/settings.ts';
import { settingsOf } from '../../../testing/page/samples.ts';
import { createWorkspaceSaver, restoredWorkspace, useWorkspaceSaver } from './workspace-saver.ts';

const set = vi.fn<(patch: Partial<Settings>) => Promise<Settings>>(async () => settingsOf());
let typed = '';
const createSaver = () =>
  createWorkspaceSaver({ settings: { set } }, () => (typed === '' ? null : { typed }));

beforeEach(() => {
  vi.useFakeTimers();
  set.mockClear();
  typed = '';
});
afterEach(() => void vi.useRealTimers());

it('saves what is typed while more is typed, so that a page that is killed loses a moment at most', () => {
  const saver = createSaver();
  for (const letter of 'abcdefgh') {
    typed += letter;
    saver.saveSoon();
    vi.advanceTimersByTime(100);
  }
  expect(set.mock.calls).toEqual([[{ workspace: { typed: 'abc' } }], [{ workspace: { typed: 'abcdef' } }]]);
  saver.stop();
  expect(set).toHaveBeenLastCalledWith({ workspace: { typed: 'abcdefgh' } });
});

it('saves a noted change when the page closes, and nothing without one or when it has stopped', () => {
  const saver = createSaver();
  const leave = () => window.dispatchEvent(new Event('pagehide'));
  typed = 'a';
  leave();
  expect(set).not.toHaveBeenCalled();
  saver.saveSoon();
  leave();
  expect(set.mock.calls).toEqual([[{ workspace: { typed: 'a' } }]]);
  saver.stop();
  leave();
  vi.runAllTimers();
  expect(set).toHaveBeenCalledTimes(1);
});

it('sends nothing where nothing has changed, and saves the next change after one that failed', async () => {
  const saver = createSaver();
  saver.saveSoon();
  vi.runAllTimers();
  expect(set).not.toHaveBeenCalled();
  typed = 'a';
  set.mockRejectedValueOnce(new Error('no disk'));
  saver.saveSoon();
  await vi.runAllTimersAsync();
  saver.saveSoon();
  vi.runAllTimers();
  expect(set).toHaveBeenCalledTimes(2);
  saver.stop();
});

it('begins with the form of this window again, though another window has saved its own since', () => {
  const { result, unmount } = renderHook(() =>
    useWorkspaceSaver({ settings: { set } }, () => ({ form: typed })),
  );
  typed = 'first window';
  result.current();
  unmount();
  expect(set.mock.calls).toEqual([[{ workspace: { form: 'first window' } }]]);
  const saved = settingsOf({ workspace: { form: 'second window', planMode: 'order' } });
  expect(restoredWorkspace(saved)).toEqual({ form: 'first window', planMode: 'order' });
  // A new window has no form of its own.
  sessionStorage.clear();
  expect(restoredWorkspace(saved)).toEqual({ form: 'second window', planMode: 'order' });
});
