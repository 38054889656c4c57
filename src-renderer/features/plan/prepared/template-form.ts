import { type PatternProblem, patternProblem } from '../../../../src-preload/contract/name-pattern.ts';
import { numberText, readWholeNumber } from '../../../../src-preload/contract/read-number.ts';
import { type TemplateContent, templateContentSchema } from '../../../../src-preload/contract/templates.ts';
import type { FieldProblem, ReadField } from '../../../kit/ui/grid/read-field.ts';
import { everyField, readEvery, readTime, timeField } from './prepared-fields.ts';

/** The form of a template as typed. */
export interface TemplateForm {
  name: string;
  kind: 'task' | 'order';
  product: string | null;
  sku: string;
  processingLevel: string;
  project: string;
  window: 'relative' | 'fixed';
  startsInDays: string;
  lastsDays: string;
  start: string;
  end: string;
  every: string;
  client: string | null;
  priority: string;
  maxCaptures: string;
  maxSimultaneous: string;
  namePattern: string;
}

/** The problems of a form by field. */
export type TemplateProblems = Partial<
  Record<keyof TemplateForm, FieldProblem & Pick<PatternProblem, 'fields'>>
>;

/** The form of a new template: a task in the two weeks from tomorrow, with the name of its place. */
export const emptyTemplateForm: TemplateForm = {
  name: '',
  kind: 'task',
  product: null,
  sku: 'TSKPOI-M',
  processingLevel: '',
  project: '',
  window: 'relative',
  startsInDays: '1',
  lastsDays: '14',
  start: '',
  end: '',
  every: '',
  client: null,
  priority: '',
  maxCaptures: '',
  maxSimultaneous: '',
  namePattern: '{name}',
};

const numberField = (value: number | null) => (value === null ? '' : numberText(value));

/** Returns the form of an existing template. */
export function formOfTemplate(content: TemplateContent): TemplateForm {
  const { name, project, namePattern, request, window, everyMinutes } = content;
  return {
    ...emptyTemplateForm,
    name,
    project,
    namePattern,
    kind: request.kind,
    every: everyField(everyMinutes),
    ...(request.kind === 'task'
      ? {
          product: String(request.product),
          client: request.client,
          priority: numberField(request.priority),
          maxCaptures: numberField(request.maxCaptures),
          maxSimultaneous: numberField(request.maxSimultaneous),
        }
      : { sku: request.sku, processingLevel: request.processingLevel }),
    ...(window.kind === 'fixed'
      ? { window: 'fixed', start: timeField(window.start), end: timeField(window.end) }
      : {
          window: 'relative',
          startsInDays: numberText(window.startsInDays),
          lastsDays: numberText(window.lastsDays),
        }),
  };
}

/** The form field by the last part of the path in the content. */
const fieldOfPath: Readonly<Record<string, keyof TemplateForm>> = {
  name: 'name',
  project: 'project',
  namePattern: 'namePattern',
  product: 'product',
  sku: 'sku',
  processingLevel: 'processingLevel',
  client: 'client',
  priority: 'priority',
  everyMinutes: 'every',
  maxCaptures: 'maxCaptures',
  maxSimultaneous: 'maxSimultaneous',
  start: 'start',
  end: 'end',
  startsInDays: 'startsInDays',
  lastsDays: 'lastsDays',
};

/** Validates the form; returns its problems by field if it is invalid. `attributes` are the attribute names of places. */
export function readTemplateForm(
  form: TemplateForm,
  attributes: readonly string[],
): { content: TemplateContent } | { problems: TemplateProblems } {
  const problems: TemplateProblems = {};
  const note = (field: keyof TemplateForm, problem: FieldProblem, fields: string[] = []) => {
    problems[field] ??= { ...problem, fields };
  };
  function value<T>(field: keyof TemplateForm, read: ReadField<T> | null): T | null {
    if (read === null) return null;
    if ('value' in read) return read.value;
    note(field, read.problem);
    return null;
  }
  const whole = (field: 'priority' | 'maxCaptures' | 'maxSimultaneous' | 'startsInDays' | 'lastsDays') =>
    value(field, readWholeNumber(form[field]));
  const content = {
    name: form.name,
    request:
      form.kind === 'task'
        ? {
            kind: 'task',
            client: form.client,
            priority: whole('priority'),
            product: form.product === null ? undefined : Number(form.product),
            maxCaptures: whole('maxCaptures'),
            maxSimultaneous: whole('maxSimultaneous'),
          }
        : { kind: 'order', sku: form.sku, processingLevel: form.processingLevel },
    project: form.project,
    window:
      form.window === 'fixed'
        ? {
            kind: 'fixed',
            start: value('start', readTime(form.start)) ?? '',
            end: value('end', readTime(form.end)) ?? '',
          }
        : { kind: 'relative', startsInDays: whole('startsInDays'), lastsDays: whole('lastsDays') },
    everyMinutes: value('every', readEvery(form.every)),
    namePattern: form.namePattern,
  };
  const pattern = patternProblem(form.namePattern.trim(), attributes);
  if (pattern !== null) note('namePattern', { message: pattern.message }, pattern.fields);
  // It would be sent as it stands there, with its braces.
  if (/[{}]/.test(form.project)) note('project', { message: 'validation.fieldInProject' });
  const parsed = templateContentSchema.safeParse(content);
  for (const issue of parsed.error?.issues ?? [])
    note(fieldOfPath[String(issue.path.at(-1))] ?? 'name', { message: issue.message });
  return parsed.success && Object.keys(problems).length === 0 ? { content: parsed.data } : { problems };
}
