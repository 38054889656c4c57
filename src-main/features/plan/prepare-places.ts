import { type NamePart, patternedName } from '../../../src-preload/contract/name-pattern.ts';
import type { Place } from '../../../src-preload/contract/place-values.ts';
import type { PreparedValues } from '../../../src-preload/contract/prepared.ts';
import type { Template, TemplateWindow } from '../../../src-preload/contract/templates.ts';
import { markOfPosition, type PreparedImage } from './prepared-image.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Returns a time, in milliseconds since 1970, in the form of requests: ISO 8601 in UTC, to the second. */
export const timeText = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

/** Returns the next full hour, in milliseconds since 1970. */
export const nextHour = (nowMs: number) => Math.ceil(nowMs / hourMs) * hourMs;

/** Returns the window of a template that is used at this time, as ISO 8601 texts. */
export function windowNow(window: TemplateWindow, nowMs: number): { start: string; end: string } {
  if (window.kind === 'fixed') return { start: window.start, end: window.end };
  const { startsInDays, lastsDays } = window;
  const start = startsInDays === 0 ? nextHour(nowMs) : (Math.floor(nowMs / dayMs) + startsInDays) * dayMs;
  return { start: timeText(start), end: timeText(start + lastsDays * dayMs) };
}

/** Returns the values that a template gives to each row; the name is empty. */
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
    unread: {},
  };
}

interface PreparePlaceOptions {
  template: Template;
  /** The parts of the name pattern of the template. */
  parts: readonly NamePart[];
  values: PreparedValues;
  place: Place;
  listName: string;
  /** Counted from 1. */
  number: number;
}

/** Returns the row of a place that is prepared with a template. */
export function preparedOf(options: PreparePlaceOptions): PreparedImage {
  const { template, parts, place, listName, number } = options;
  const { name, missing } = patternedName(parts, {
    name: place.name,
    list: listName,
    number,
    attributes: place.attributes,
  });
  // The name is only cut so far that the row can be stored; a check says that it is too long.
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
    placeMark: markOfPosition(place.geometry),
  };
}
