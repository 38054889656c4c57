import { describe, expect, it } from 'vitest';
import { emptyTemplateForm, formOfTemplate, readTemplateForm, type TemplateForm } from './template-form.ts';

const attributes = ['id', 'crop'];
const form = (fields: Partial<TemplateForm> = {}): TemplateForm => ({
  ...emptyTemplateForm,
  name: 'Harvest',
  product: '169',
  project: 'Fields',
  namePattern: '{id} {name}',
  ...fields,
});
const contentOf = (typed: TemplateForm) => {
  const read = readTemplateForm(typed, attributes);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.content;
};
const problemsOf = (fields: Partial<TemplateForm>) => {
  const read = readTemplateForm(form(fields), attributes);
  return 'problems' in read
    ? Object.entries(read.problems).map(([field, problem]) => [field, problem?.message])
    : [];
};

describe('the form of a template', () => {
  it.each([
    form({ every: '7 d', priority: '20', client: 'north', maxCaptures: '2', maxSimultaneous: '3' }),
    form({ kind: 'order', product: null, sku: 'TSKARE-M', processingLevel: 'L1C' }),
    form({ window: 'fixed', start: '2026-03-01 00:00', end: '2026-03-15 12:30' }),
    form({ startsInDays: '0', lastsDays: '3' }),
  ])('is the same after it was stored: %#', (typed) => {
    const content = contentOf(typed);
    expect(contentOf(formOfTemplate(content))).toEqual(content);
  });

  it('says what is wrong at each field', () => {
    expect(problemsOf({ name: ' ', product: null, project: '' })).toEqual([
      ['name', 'validation.required'],
      ['product', 'validation.required'],
      ['project', 'validation.required'],
    ]);
    expect(problemsOf({ every: 'often', priority: 'high' }).map(([field]) => field)).toEqual([
      'priority',
      'every',
    ]);
    expect(problemsOf({ window: 'fixed', start: '2026-03-15', end: '2026-03-01' })).toEqual([
      ['end', 'validation.endAfterStart'],
    ]);
    expect(problemsOf({ lastsDays: '0' })).toEqual([['lastsDays', 'validation.atLeastOne']]);
  });

  it('refuses a field that no place has', () => {
    const read = readTemplateForm(form({ namePattern: '{id} {crpo} {owner}' }), attributes);
    expect(read).toEqual({
      problems: { namePattern: { message: 'validation.unknownField', fields: ['crpo', 'owner'] } },
    });
    expect(problemsOf({ namePattern: '{id' })).toEqual([['namePattern', 'validation.openBrace']]);
    expect(problemsOf({ project: 'Survey {crop}' })).toEqual([['project', 'validation.fieldInProject']]);
  });
});
