import { expect, it } from 'vitest';
import { importFiles } from '../../testing/page/import-harness.ts';
import { writeZip } from '../../testing/write-zip.ts';

it('times and durations of a workbook are no dates, and dates stay dates', async () => {
  const cells: readonly (readonly [string, string | null])[] = [
    ['2', null],
    ['1', null],
    ['0.5', '1'],
    ['1.25', '2'],
    ['45418', '3'],
    ['45418.75', '4'],
    ['0.25', '3'],
    ['9007199254740993', null],
  ];
  const row = cells.map(([value, style], i) => {
    const address = `${String.fromCharCode(65 + i)}2`;
    return `<c r="${address}"${style === null ? '' : ` s="${style}"`}><v>${value}</v></c>`;
  });
  const names = ['lat', 'lon', 'time', 'duration', 'day', 'moment', 'hour', 'parcel'];
  const head = names.map((name) => `<c t="inlineStr"><is><t>${name}</t></is></c>`);
  const parts = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[h]:mm:ss"/><numFmt numFmtId="165" formatCode="[$-407]dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="20"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="22"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${head.join('')}</row><row r="2">${row.join('')}</row></sheetData></worksheet>`,
  };
  const book = writeZip(
    Object.entries(parts).map(([name, text]) => ({ name, data: Buffer.from(text), method: 8 })),
  );
  // ECMA-376 §18.8.30: 20 is h:mm, 22 is a date with a time.
  expect((await importFiles({ 'a.xlsx': book })).features[0]?.attributes).toEqual({
    time: '12:00:00',
    duration: '30:00:00',
    day: '2024-05-06',
    moment: '2024-05-06T18:00:00',
    hour: '06:00:00',
    parcel: '9007199254740993',
  });
});
