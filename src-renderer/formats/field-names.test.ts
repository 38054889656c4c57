import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createExportLosses } from './export-losses.ts';
import { fieldNames, startOf } from './field-names.ts';

it('leaves names unchanged that a format allows', () => {
  const losses = createExportLosses();
  expect(fieldNames(['id', 'Größe'], { reserved: ['name'] }, losses)).toEqual(['id', 'Größe']);
  expect(losses.list()).toEqual([]);
});

it('numbers names that are taken, regardless of case, and counts the changed ones', () => {
  const losses = createExportLosses();
  expect(fieldNames(['Name', 'id', 'ID', 'id_2', ''], { reserved: ['name'] }, losses)).toEqual([
    'Name_2',
    'id',
    'ID_2',
    'id_2_2',
    'field',
  ]);
  expect(losses.list()).toEqual([{ kind: 'changedNames', count: 4 }]);
});

it('shortens names to whole characters, each to a different one', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 30 }), { maxLength: 40 }), (keys) => {
      const losses = createExportLosses();
      const names = fieldNames(keys, { reserved: ['name'], maxBytes: 10 }, losses);
      expect(new Set(['name', ...names.map((name) => name.toLowerCase())]).size).toBe(keys.length + 1);
      for (const name of names) {
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(10);
        expect(name.isWellFormed()).toBe(true);
        expect(name).not.toBe('');
      }
    }),
  );
});

it('truncates a text at whole characters', () => {
  expect(startOf('🛰️', 3)).toBe('');
  expect(startOf('aé', 2)).toBe('a');
  expect(startOf('aé', 3)).toBe('aé');
});
