import { type NamePart, patternedName } from '../../src-preload/contract/name-pattern.ts';
import type { Place } from '../../src-preload/contract/place-values.ts';
import type { PreparedValues } from '../../src-preload/contract/prepared.ts';
import type { Template, TemplateWindow } from '../../src-preload/contract/templates.ts';
import type { PreparedImage } from './prepared-image.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Returns a time as requests have it: ISO 8601 in UTC, to the second. */
export const timeText = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

/** Returns the next full hour, in milliseconds since 1970. */
export const nextHour = (nowMs: number) => Math.ceil(nowMs / hourMs) * hourMs;

/** Returns the window of a template that is used now, as ISO 8601 texts. */
export function windowNow(window: TemplateWindow, nowMs: number): { start: string; end: string } {
  if (window.kind === 'fixed') return { start: window.start, end: window.end };
  const { startsInDays, lastsDays } = window;
  const start = startsInDays === 0 ? nextHour(nowMs) : (Math.floor(nowMs / dayMs) + startsInDays) * dayMs;
  return { start: timeText(start), end: timeText(start + lastsDays * dayMs) };
}

/** Returns what a template says about each row, but for its name. */
export function templateValues({ content }: Pick<Template, 'content'>, nowMs: number): PreparedValues {
  const { request, project, window, everyMinutes } = content;
  const ofTask = request.kind === 'task' ? request : null;
  const ofOrder = request.kind === 'order' ? request : null;
  return {
    name: '',
    project,
    product: ofTask?.product ?? null,
    sku: ofOrder?.sku ?? '',
    ...windowNow(window, nowMs),
    client: ofTask?.client ?? null,
    priority: ofTask?.priority ?? null,
    everyMinutes,
    maxCaptures: ofTask?.maxCaptures ?? null,
    maxSimultaneous: ofTask?.maxSimultaneous ?? null,
    processingLevel: ofOrder?.processingLevel ?? '',
  };
}

interface PreparePlaceOptions {
  template: Template;
  /** Of the pattern of the template. */
  parts: readonly NamePart[];
  values: PreparedValues;
  place: Place;
  listName: string;
  /** Counted from 1. */
  number: number;
}

/** Returns the row that a template makes of a place. */
export function preparedOf(options: PreparePlaceOptions): PreparedImage {
  const { template, parts, place, listName, number } = options;
  const { name, missing } = patternedName(parts, {
    ...{ name: place.name, list: listName, number, attributes: place.attributes },
  });
  // A longer one is cut here only so far that the row can be stored; the check says that it is too long.
  const values = { ...options.values, name: name.slice(0, 300) };
  return {
    kind: template.content.request.kind,
    placeId: place.placeId,
    templateId: template.templateId,
    templateName: template.content.name,
    listName,
    missing,
    values,
    base: values,
    geometry: place.geometry,
    positionText: place.positionText,
  };
}
