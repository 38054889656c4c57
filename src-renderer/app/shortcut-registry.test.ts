import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { shortcuts } from './shortcut-registry.ts';
import { windowActionNames, windowActions } from './window-actions.ts';

const manual = readFileSync(join(import.meta.dirname, '../../docs/manual/shortcuts.md'), 'utf8');

it('no two actions of the window have the same keys', () => {
  const hotkeys = windowActionNames.flatMap((action) => windowActions[action].hotkeys);
  expect(hotkeys).toEqual([...new Set(hotkeys)]);
});

it('the manual has the keys of every action of the window', () => {
  const inManual = new Set([...manual.matchAll(/`([^`]+)`/g)].map(([, keys]) => keys));
  const shown = shortcuts
    .filter(({ isOfWindow }) => isOfWindow)
    .flatMap(({ shown }) => shown.split(/, | (?=Alt)/));
  expect(shown.length).toBe(windowActionNames.length);
  expect(shown.filter((keys) => !inManual.has(keys))).toEqual([]);
});
