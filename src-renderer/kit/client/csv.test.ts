import fc from 'fast-check';
import { parse } from 'papaparse';
import { expect, it } from 'vitest';
import { csvHeadings, csvLines, csvOf } from './csv.ts';
import { inertCell, inertText, readInertCell, readInertText } from './inert-text.ts';

it('writes a heading line, quotes cells if necessary and leaves numbers unchanged', () => {
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

const parsed = (text: string) => parse<string[]>(csvOf(['name'], [[text]]), { newline: '\r\n' }).data[1];

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠A1', '−1'])(
  'takes %j for text, not for a formula',
  (text) => {
    expect(parsed(text)).toEqual([`'${text}`]);
  },
);

it.each([
  ['=HYPERLINK("http://a")\n', '\'=HYPERLINK("http://a")\n'],
  ['a\n=1+1', "a\n'=1+1"],
  ['a\r\n@A1', "a\r\n'@A1"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  [';=1+1;', ";'=1+1;"],
  ['Quay;-2|+3', 'Quay;-2|+3'],
  ['Quay;-2+A1', "Quay;'-2+A1"],
  ['Quay;- SUM(A1)', "Quay;'- SUM(A1)"],
  ["Quay;+cmd|'/C calc'!A0", "Quay;'+cmd|'/C calc'!A0"],
  ['a\n-1+SUM(A1)', "a\n'-1+SUM(A1)"],
  ['Quay, =1', 'Quay, =1'],
  ['Sede: lat -17.40, -66.15, tel. +591 3', 'Sede: lat -17.40, -66.15, tel. +591 3'],
  ['LINESTRING (3 5,-5 -6,-7 -8)', 'LINESTRING (3 5,-5 -6,-7 -8)'],
  ['Tasks:\n- first\n- second', 'Tasks:\n- first\n- second'],
  ['\u202E=1', "'\u202E=1"],
  ['\u2066\u00AD=1', "'\u2066\u00AD=1"],
  ['x;"=1"', 'x;"\'=1"'],
  ['\u00A0=1', "'\u00A0=1"],
  ['Busan - port = good', 'Busan - port = good'],
  ['33-50', '33-50'],
])('finds the formula in %j', (text, inert) => {
  expect(parsed(text)).toEqual([inert]);
});

/** Returns the cells that a spreadsheet reads from a text if this is its list separator. */
const cellsOf = (csv: string, delimiter: string) =>
  parse<string[]>(csv, { delimiter, newline: '\r\n' }).data.flat();

it('contains no formula at any position, whatever separator the spreadsheet uses', () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'=+-@＝＋－＠;,|\t\n\r "\'a1'), maxLength: 12 }),
    fc.string({ maxLength: 12 }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, fc.integer()), { maxLength: 6 }), (rows) => {
      const csv = csvOf(['name', 'place', 'count'], rows);
      for (const delimiter of [',', ';', '\t', '|'])
        for (const text of cellsOf(csv, delimiter))
          for (const line of text.split(/[\r\n]/)) {
            // A line may start with the integer of the row, which is a number of the table.
            const start = line.replace(/^[\s"\u200B-\u200F\uFEFF]+/, '');
            // A minus or plus that is a number or a line of a list runs nothing.
            if (!/^-?\d+$/.test(start) && !/^,-?\d+$/.test(start))
              expect(start).not.toMatch(/^(?:[=@＝＠]|[+\-＋－](?!$|["\s,]|\d+(?:["\s,;|]|$)))/);
          }
    }),
    { numRuns: 500 },
  );
});

it('is read back unchanged apart from the apostrophes that make text inert; numbers stay numbers', () => {
  // An empty first cell of a single column is an empty line to every reader.
  const cell = fc.string({ minLength: 1, unit: 'binary' });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, fc.double({ noNaN: true, noDefaultInfinity: true })), { maxLength: 8 }),
      (rows) => {
        const read = parse<string[]>(csvOf(['a', 'b', 'c'], rows), { newline: '\r\n', skipEmptyLines: true });
        const plain = (text: string | undefined) => text?.replaceAll("'", '');
        for (const [i, row] of rows.entries()) {
          expect(read.data[i + 1]?.slice(0, 2).map(plain)).toEqual(
            row.slice(0, 2).map((each) => plain(String(each))),
          );
          expect(read.data[i + 1]?.[2]).toBe(String(row[2]));
        }
        expect(read.data).toHaveLength(rows.length + 1);
      },
    ),
  );
});

it('leaves well-known text unchanged, and makes text inert that only resembles it', () => {
  const cell = (wellKnownText: string) =>
    parse<string[]>(csvLines([[{ wellKnownText }]]), { newline: '\r\n' }).data[0]?.[0];
  const area = 'POLYGON ((-1.5 -48, -1.6 -48.2, -1.5 -48))';
  expect(cell(area)).toBe(area);
  expect(cell('POINT Z (1 2 3)')).toBe('POINT Z (1 2 3)');
  expect(cell('=1+1')).toBe("'=1+1");
  expect(cell('POINT (1 2); =1+1')).toBe("POINT (1 2); '=1+1");
});

it('is the same in parts as in one piece', () => {
  const rows = [
    ['a', 1],
    ['=b', null],
    ['', ''],
  ] as const;
  expect(csvHeadings(['name', 'count']) + rows.map((row) => csvLines([row])).join('')).toBe(
    csvOf(['name', 'count'], rows),
  );
  expect(csvLines([])).toBe('');
});

it('reads back exactly the text that it made inert, and counts those that it changed', () => {
  const text = fc.string({ unit: fc.constantFrom(...'=+-@＝;,|\t\n\r "\'(!a1\u202E'), maxLength: 14 });
  fc.assert(
    fc.property(text, (original) => {
      expect(readInertText(inertText(original))).toBe(original);
      expect(readInertCell(inertCell(original))).toBe(original);
    }),
    { numRuns: 3_000 },
  );
  let changed = 0;
  csvLines([['a', '=1', -2, 'b, +3', { number: '-4' }, ';@x']], () => {
    changed += 1;
  });
  expect(changed).toBe(2);
});

it('changes nothing within a cell of the clipboard, whose separators are known', () => {
  expect(inertCell("x;=1\ny, '=2")).toBe("x;=1\ny, '=2");
  expect(inertCell('=1')).toBe("'=1");
});

it('a long text of separators is read once, and not again from each of them', () => {
  const text = ';\n\t| '.repeat(200_000);
  expect(inertText(text)).toBe(text);
});
