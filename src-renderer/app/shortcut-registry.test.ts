import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next from 'i18next';
import { expect, it } from 'vitest';
import { startI18n } from '../i18n/i18n.ts';
import { shortcuts, windowActionNames, windowActions } from './shortcut-registry.ts';

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

it('every shortcut of the dialog has its keys and a meaning', async () => {
  await startI18n('en');
  for (const { shown, meaning } of shortcuts) {
    expect(shown.trim()).not.toBe('');
    expect(meaning(i18next.t), shown).not.toBe('');
  }
});
