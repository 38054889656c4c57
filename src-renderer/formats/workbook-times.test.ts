import { expect, it } from 'vitest';
import { importFiles } from '../../testing/page/import-harness.ts';
import { writeZip } from '../../testing/write-zip.ts';

const styles =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[h]:mm:ss"/><numFmt numFmtId="165" formatCode="[$-407]dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="20"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="22"/></cellXfs></styleSheet>';

/** The attributes of the only place of a workbook, from the numbers of its cells and the numbers of their styles. */
async function attributesOf(
  names: readonly string[],
  cells: readonly (readonly [string, string | null])[],
  properties = '',
) {
  const row = [['2', null] as const, ['1', null] as const, ...cells].map(([value, style], i) => {
    const address = `${String.fromCharCode(65 + i)}2`;
    return `<c r="${address}"${style === null ? '' : ` s="${style}"`}><v>${value}</v></c>`;
  });
  const head = ['lat', 'lon', ...names].map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`);
  const parts = {
    'xl/workbook.xml': `<workbook xmlns:r="r">${properties}<sheets><sheet name="A" r:id="a"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/styles.xml': styles,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${head.join('')}</row><row r="2">${row.join('')}</row></sheetData></worksheet>`,
  };
  const book = writeZip(
    Object.entries(parts).map(([name, text]) => ({ name, data: Buffer.from(text), method: 8 })),
  );
  return (await importFiles({ 'a.xlsx': book })).features[0]?.attributes;
}

it('times and durations of a workbook are no dates, and dates stay dates', async () => {
  const cells: readonly (readonly [string, string | null])[] = [
    ['0.5', '1'],
    ['1.25', '2'],
    ['45418', '3'],
    ['45418.75', '4'],
    ['0.25', '3'],
    ['9007199254740993', null],
  ];
  const names = ['time', 'duration', 'day', 'moment', 'hour', 'parcel'];
  // ECMA-376 §18.8.30: 20 is h:mm, 22 is a date with a time.
  expect(await attributesOf(names, cells)).toEqual({
    time: '12:00:00',
    duration: '30:00:00',
    day: '2024-05-06',
    moment: '2024-05-06T18:00:00',
    hour: '06:00:00',
    parcel: '9007199254740993',
  });
});

it('a number that shows no date stays a number, and the first days are those of the standard', async () => {
  // ECMA-376 §18.17.4.1: the day 1 is the first of 1900, and the count has a 29 February that was none.
  const days = ['1', '59', '60', '61', '-1', '2958465', '2958466'];
  const names = days.map((day) => `d${day}`);
  const read = await attributesOf(
    names,
    days.map((day) => [day, '3'] as const),
  );
  expect(Object.values(read ?? {})).toEqual([
    '1900-01-01',
    '1900-02-28',
    60,
    '1900-03-01',
    -1,
    '9999-12-31',
    2_958_466,
  ]);
  // A second before midnight that is rounded up is not the hour 24.
  expect(await attributesOf(['last', 'whole'], [['0.999999', '1'] as const, ['1', '2'] as const])).toEqual({
    last: '23:59:59',
    whole: '24:00:00',
  });
});

it.each(['1', 'true'])('a workbook that counts from 1904 (date1904="%s") has its own days', async (value) => {
  const cells = ['0', '43956', '43956.5', '0.5'].map((day) => [day, '3'] as const);
  expect(
    await attributesOf(['first', 'day', 'moment', 'hour'], cells, `<workbookPr date1904="${value}"/>`),
  ).toEqual({ first: '1904-01-01', day: '2024-05-06', moment: '2024-05-06T12:00:00', hour: '12:00:00' });
});
