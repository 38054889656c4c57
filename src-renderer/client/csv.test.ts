import fc from 'fast-check';
import { parse } from 'papaparse';
import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

it('writes a line of headings, quotes what needs it and leaves numbers alone', () => {
  expect(
    csvOf(
      ['name', 'days'],
      [
        ['Busan, "new" port', -1.5],
        ['Two\nlines', null],
      ],
    ),
  ).toBe('name,days\r\n"Busan, ""new"" port",-1.5\r\n"Two\nlines",\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('takes %j for text, not for a formula', (text) => {
  const [, row] = parse<string[]>(csvOf(['name'], [[text]]), { newline: '\r\n' }).data;
  expect(row).toEqual([`'${text}`]);
});

it('gives back whatever was written', () => {
  // An empty first cell of a lone column is an empty line to every reader.
  const cell = fc.string({ minLength: 1, unit: 'binary' }).filter((text) => !/^[=+\-@\t\r]/.test(text));
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 8 }), (rows) => {
      const read = parse<string[]>(csvOf(['a', 'b'], rows), { newline: '\r\n', skipEmptyLines: true });
      expect(read.data).toEqual([['a', 'b'], ...rows]);
    }),
  );
});
