import { expect, it } from 'vitest';
import { importText } from '../../testing/page/import-harness.ts';

it('reads the places of a letter whose lines have commas, and rejects its other lines', async () => {
  const letter = [
    'Hola Ana,',
    'Gracias por tu correo, te paso los puntos:',
    'Sede: -17.40, -66.15',
    'Pozo norte: -17.41, -66.16',
    'Saludos,',
    'Pedro',
  ];
  const read = await importText(letter.join('\n'));
  expect(read.outcome.table?.layout).toBe('lines');
  expect(read.features.map(({ name, geometry }) => [name, geometry])).toMatchObject([
    ['Sede', { longitude: -66.15, latitude: -17.4 }],
    ['Pozo norte', { longitude: -66.16, latitude: -17.41 }],
  ]);
  expect(read.rejected.map(({ raw }) => raw)).toEqual([letter[0], letter[1], letter[4], letter[5]]);
});

it('leaves a table without places a table, whose columns can be selected', async () => {
  const read = await importText('a,b,c\nd,e,f\ng,h,i');
  expect(read.outcome.table?.layout).toBe('columns');
});
