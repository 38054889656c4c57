import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { StateCreator } from 'zustand/vanilla';
import { addSubjects } from '../../src-renderer/app/workspace-registry.tsx';
import { cancelMove } from '../../src-renderer/features/reviews/deferred-keys.ts';
import { startI18n } from '../../src-renderer/kit/i18n/i18n.ts';
import { endTest } from './at-end.ts';
import { fillBrowserGaps } from './browser-gaps.ts';
import { hearErrors, takeErrors } from './console-errors.ts';
import { resetStores } from './made-stores.ts';
import { faultsOfMain } from './page-main.ts';

// Every store, also one that is added later, starts each test in its first state.
vi.mock('zustand/vanilla', async (original) => {
  const vanilla = await original<typeof import('zustand/vanilla')>();
  // Read here, because the stores are made by the imports above.
  const { rememberStore } = await import('./made-stores.ts');
  return {
    ...vanilla,
    createStore: <State>(initial: StateCreator<State>) => rememberStore(vanilla.createStore(initial)),
  };
});

fillBrowserGaps();
addSubjects();
// An answer in memory is there at once; the bound is for a machine that others work on.
configure({
  asyncUtilTimeout: 8_000,
  // Without the whole page, which fills the terminal.
  getElementError: (message) => new Error(message?.split('\n')[0] ?? ''),
});
await startI18n('en');

beforeEach(() => {
  hearErrors();
  faultsOfMain.length = 0;
});

afterEach(() => {
  sessionStorage.clear();
  cleanup();
  endTest();
  notifications.clean();
  cancelMove();
  resetStores();
  document.body.replaceChildren();
  expect(faultsOfMain, 'faults of main').toEqual([]);
  expect(takeErrors(), 'written to the console').toEqual([]);
});
