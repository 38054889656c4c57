import { describe, expect, it } from 'vitest';
import { connectionIdSchema, ruleIdSchema, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import type { Rule } from '../../../src-preload/contract/rules.ts';
import { areaText, type RuleValues, readRule, valuesOf } from './rule-draft.ts';

const scope = { connectionId: connectionIdSchema.parse('desk'), contractId: null };
const rule: Rule = {
  id: ruleIdSchema.parse('r'),
  name: 'Fields',
  enabled: true,
  scope,
  match: { project: 'Coast', taskId: taskIdSchema.parse(12) },
  kinds: ['delivery_zip', 'raster:visual'],
  unpack: true,
  showNew: true,
  mostClouds: 12.5,
  area: [
    [11.5, 48],
    [11.6, 48],
    [11.6, 48.1234567],
  ],
  folder: '/imagery',
  quotaBytes: 2_500_000_000,
  includeEarlier: true,
  createdAt: '',
  fileCount: 0,
  bytes: 0,
  withheldCount: 0,
  queuedCount: 0,
  leftOutCount: 0,
  lastRanAt: null,
  error: null,
};

describe('the form of a rule', () => {
  it('returns the values that it was filled with', () => {
    const { draft } = readRule(valuesOf(rule, null), true);
    expect(rule).toMatchObject(draft ?? {});
    expect(draft?.quotaBytes).toBe(2_500_000_000);
  });

  it('starts with the active contract, and omits empty fields', () => {
    const { draft } = readRule({ ...valuesOf(null, scope), name: 'All' }, true);
    expect(draft).toMatchObject({
      scope,
      match: {},
      folder: null,
      quotaBytes: null,
      kinds: ['delivery_zip'],
    });
  });

  it('limits neither clouds nor the area where these are empty', () => {
    const { draft } = readRule({ ...valuesOf(rule, null), clouds: ' ', area: '\n' }, true);
    expect(draft).toMatchObject({ mostClouds: null, area: null });
  });

  it('keeps an area across the antimeridian in one piece', () => {
    const across = {
      ...rule,
      area: [[179, 0] as [number, number], [181, 0] as [number, number], [181, 1.5] as [number, number]],
    };
    const values = valuesOf(across, null);
    expect(values.area.split('\n')[1]).toBe('0° N, 179° W');
    expect(readRule(values, true).draft?.area).toEqual(across.area);
  });

  it('takes no area of more than half the globe for the other half', () => {
    const view = areaText([
      [-147, -74],
      [147, -74],
      [147, 82],
      [-147, 82],
    ]);
    expect(view.split('\n').slice(0, 3)).toEqual(['74° S, 147° W', '74° S, 73.5° W', '74° S, 0° E']);
    const { problems } = readRule({ ...valuesOf(rule, null), area: view }, true);
    expect(problems).toEqual({ area: 'validation.areaTooWide' });
  });

  it('says what is wrong with clouds and with an area', () => {
    const problemsOf = (patch: Partial<RuleValues>) => {
      const { problems } = readRule({ ...valuesOf(rule, null), ...patch }, true);
      return problems;
    };
    expect(problemsOf({ clouds: '101' })).toEqual({ clouds: 'validation.percent' });
    expect(problemsOf({ clouds: 'few' })).toEqual({ clouds: 'validation.number' });
    expect(problemsOf({ area: '48, 11\nthere\n48, 12' })).toEqual({ area: 'validation.corner' });
    expect(problemsOf({ area: '48, 11\n48, 12' })).toEqual({ area: 'validation.tooFewCorners' });
    const many = Array.from({ length: 501 }, (_, i) => `${Math.sin(i / 80)}, ${Math.cos(i / 80)}`);
    expect(problemsOf({ area: many.join('\n') })).toEqual({ area: 'validation.tooManyVertices' });
  });

  it('unpacks archives only if it downloads them', () => {
    const { draft } = readRule({ ...valuesOf(rule, null), kinds: ['preview'] }, true);
    expect(draft?.unpack).toBe(false);
  });

  it('reports problems by field', () => {
    const { problems } = readRule(
      { ...valuesOf(null, null), name: ' ', task: '12a', kinds: [], quotaGigabytes: '-1' },
      true,
    );
    expect(Object.keys(problems ?? {}).sort()).toEqual(['kinds', 'name', 'quotaGigabytes', 'scope', 'task']);
    expect(readRule({ ...valuesOf(rule, null), quotaGigabytes: '0,0001' }, true).problems).toEqual({
      quotaGigabytes: 'validation.quota',
    });
  });

  it('never reads a quota of 1,000 GB as one of 1 GB', () => {
    const read = (quotaGigabytes: string) => readRule({ ...valuesOf(rule, null), quotaGigabytes }, true);
    expect(read('1,000')).toMatchObject({
      draft: null,
      problems: { quotaGigabytes: 'validation.ambiguousNumber' },
      messageValues: { quotaGigabytes: { groupedText: '1000', decimalText: '1.0' } },
    });
    expect(read('1 000').draft?.quotaBytes).toBe(1_000_000_000_000);
    expect(read('1,5').draft?.quotaBytes).toBe(1_500_000_000);
    expect(read('12 GB').problems).toEqual({ quotaGigabytes: 'validation.number' });
    // The stored value of a rule is read back from the field that shows it.
    const kept = { ...rule, quotaBytes: 2_125_000_000 };
    expect(readRule(valuesOf(kept, null), true).draft?.quotaBytes).toBe(2_125_000_000);
  });
});
