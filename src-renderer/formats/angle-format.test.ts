import { expect, it } from 'vitest';
import { importFiles } from '../../testing/page/import-harness.ts';
import { writeZip } from '../../testing/write-zip.ts';
import { angleText, isAngleFormat } from './angle-format.ts';

// What Excel and LibreOffice show for these numbers and codes (ECMA-376 §18.8.31).
it.each([
  [70.66, '0.0000"° W"', '70.66° W'],
  [33.4512345, '0.00"° S"', '33.4512345° S'],
  [-33.45, '0.0000"° N";0.0000"° S"', '33.45° S'],
  [33.45, '0.0000"° N";0.0000"° S"', '33.45° N'],
  [70.66, '"W "0.000', 'W 70.66'],
  [70.66, '0.000\\ \\W', '70.66 W'],
  [70.66, 'General"°W"', '70.66°W'],
  [481230, '00"°"00"\'"00', "48°12'30"],
  [481230.5, "00°00'00.0", "48°12'30.5"],
  [703936, '0"°"00"\'"00"″ W"', "70°39'36″ W"],
  [51230, '00"°"00"\'"00', "05°12'30"],
])('%f in the format %s is an angle: %s', (number, format, shown) => {
  expect(isAngleFormat(format)).toBe(true);
  expect(angleText(number, String(number), format)).toBe(shown);
});

it.each([
  '0.00',
  '#,##0.00 "EUR"',
  '0.0" m"',
  'General',
  '0.00E+00',
  '0%',
  'dd/mm/yyyy',
  '[Red]-0.00',
  '0 "SW side"',
  '0.0"°"',
  '0.0"°C"',
  '0.0" m s.n.m."',
  '0.0" s"',
])('the format %s writes no angle', (format) => {
  expect(isAngleFormat(format)).toBe(false);
});

it('the side that only the format of a cell writes is the side of its place', async () => {
  const parts = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0000&quot;° S&quot;"/><numFmt numFmtId="165" formatCode="0.0000&quot;° W&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>lat</t></is></c><c t="inlineStr"><is><t>lon</t></is></c></row><row r="2"><c r="A2" s="1"><v>33.45</v></c><c r="B2" s="2"><v>70.66</v></c></row></sheetData></worksheet>',
  };
  const book = writeZip(
    Object.entries(parts).map(([name, text]) => ({ name, data: Buffer.from(text), method: 8 })),
  );
  const { features } = await importFiles({ 'a.xlsx': book });
  expect(features.map(({ geometry }) => geometry)).toEqual([
    expect.objectContaining({ latitude: -33.45, longitude: -70.66 }),
  ]);
});
