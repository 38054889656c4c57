import { describe, expect, it } from 'vitest';
import {
  dayKey,
  findAmbiguity,
  findTextEvidence,
  numberKey,
  readingOfColumn,
  textEvidence,
} from './attribute-texts.ts';

const dayFirst = { isDayFirst: true };
const monthFirst = { isDayFirst: false };
const comma = { isCommaDecimal: true };
const point = { isCommaDecimal: false };

describe('a text', () => {
  it.each([
    ['2026-03-05', '2026-03-05', '2026-03-05'],
    ['2026-3-5', '2026-03-05', '2026-03-05'],
    ['2026-03-05T10:00:00Z', '2026-03-05T10:00:00Z', '2026-03-05T10:00:00Z'],
    ['03/04/2026', '2026-04-03', '2026-03-04'],
    ['31/12/2026', '2026-12-31', '2026-12-31'],
    ['12/31/2026', '2026-12-31', '2026-12-31'],
    ['3.4.2026', '2026-04-03', '2026-04-03'],
    ['3-4-2026', '2026-04-03', '2026-03-04'],
    ['03/04/2026 9:30', '2026-04-03T09:30', '2026-03-04T09:30'],
    ['30/02/2026', null, null],
    ['12.31.2026', null, null],
    ['1250', null, null],
    ['yesterday', null, null],
  ])('%s is compared as the day %s, or %s with the month first', (text, asDayFirst, asMonthFirst) => {
    expect(dayKey(text, dayFirst)).toBe(asDayFirst);
    expect(dayKey(text, monthFirst)).toBe(asMonthFirst);
  });

  it.each([
    ['7', 7, 7],
    ['12,5', 12.5, 12.5],
    ['12.5', 12.5, 12.5],
    ['1.250,75', 1250.75, 1250.75],
    ['1,234', 1.234, 1234],
    ['-1.234', -1234, -1.234],
    ['1 250', 1250, 1250],
    ['−3,5', -3.5, -3.5],
    ['0,125', 0.125, 0.125],
    ['04109', null, null],
    ['12 ha', null, null],
    ['', null, null],
  ])('%s is compared as the number %s, or %s with a decimal point', (text, asComma, asPoint) => {
    expect(numberKey(text, comma)).toBe(asComma);
    expect(numberKey(text, point)).toBe(asPoint);
  });

  it.each([
    ['15/10/2026', textEvidence.dayFirst],
    ['10/15/2026', textEvidence.monthFirst],
    ['3.4.2026', textEvidence.dayFirst],
    ['03/04/2026', textEvidence.eitherDay],
    ['04/04/2026', 0],
    ['2026-04-03', 0],
    ['12,5', textEvidence.commaDecimal],
    ['1.250.000', textEvidence.commaDecimal],
    ['12.5', textEvidence.pointDecimal],
    ['1,250,000', textEvidence.pointDecimal],
    ['1,234', textEvidence.eitherNumber],
    ['7', 0],
    ['a, b', 0],
  ])('%s tells %i of its column', (text, evidence) => {
    expect(findTextEvidence(text)).toBe(evidence);
  });
});

it('the texts of a column say how it is read; the region of the user only where they do not', () => {
  const american = { isDayFirst: false, isCommaDecimal: false };
  const { dayFirst: day, monthFirst: month, eitherDay, commaDecimal, eitherNumber } = textEvidence;
  expect(readingOfColumn(day | eitherDay | commaDecimal, american)).toEqual({
    isDayFirst: true,
    isCommaDecimal: true,
  });
  expect(readingOfColumn(eitherDay | eitherNumber, american)).toEqual(american);
  expect(readingOfColumn(day | month, american)).toEqual(american);
  expect(findAmbiguity(eitherDay | day)).toEqual({ days: false, numbers: false });
  expect(findAmbiguity(eitherDay | day | month | eitherNumber)).toEqual({ days: true, numbers: true });
});
