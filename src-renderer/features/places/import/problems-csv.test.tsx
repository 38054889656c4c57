import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { startI18n } from '../../../kit/i18n/i18n.ts';
import { problemsCsv } from './problems-csv.ts';

beforeAll(() => startI18n('en'));

it('lists each problem with its file, its line and its reason, safe for spreadsheets', () => {
  const where = { layer: 'Ports', number: 2, line: 7 };
  const csv = problemsCsv(i18next.t, 'a.csv', [
    {
      where,
      name: '=1+1',
      problem: { message: 'validation.latitudeOf', values: { value: 95 } },
      raw: '=1+1,95,16',
      mend: null,
    },
  ]);
  expect(csv).toBe(
    'File,Layer,Line or row,Feature,Name,Reason,Text\r\na.csv,Ports,7,2,\'=1+1,The latitude 95 is not from −90 to 90.,"\'=1+1,95,16"\r\n',
  );
});
