import { contractIdSchema, type Scope } from '../../../src-preload/contract/ids.ts';
import { numberText, readNumber } from '../../../src-preload/contract/read-number.ts';
import { type Rule, type RuleKind, ruleDraftSchema } from '../../../src-preload/contract/rules.ts';
import { mostAreaVertices, type SceneFilter } from '../../../src-preload/contract/scene-filter.ts';
import { nearTo } from '../../../src-shared/geometry/area.ts';
import { exactDegrees } from '../../kit/i18n/coordinates.ts';
import { areasOfDraft } from '../plan/draft/order-draft.ts';

/** The fields of the rule form; numbers are texts. */
export interface RuleValues {
  name: string;
  /** See `scopeKey`. */
  scope: string;
  project: string;
  task: string;
  kinds: RuleKind[];
  /** In percent; empty for no limit. */
  clouds: string;
  /** A vertex per line; empty for everywhere. */
  area: string;
  unpack: boolean;
  showNew: boolean;
  folder: string;
  quotaGigabytes: string;
  includeEarlier: boolean;
}

const gigabyte = 1_000_000_000;

/** Returns a scope as the value of a select box. */
export const scopeKey = ({ connectionId, contractId }: Scope) => JSON.stringify([connectionId, contractId]);

function scopeOf(key: string): unknown {
  if (key === '') return undefined;
  const [connectionId, contractId] = JSON.parse(key);
  return { connectionId, contractId: contractId === null ? null : contractIdSchema.parse(contractId) };
}

/** A longer step between two vertices would be read as the shorter way around the other side of the globe. */
const longestStep = 90;

/**
 * Returns a ring as the text of the form: a vertex per line, in a notation that is read back without a loss. Long sides get vertices
 * between their ends, so that they are read on the side of the globe on which they are.
 */
export const areaText = (ring: NonNullable<SceneFilter['area']>) =>
  ring
    .flatMap(([longitude, latitude], at) => {
      const [nextLongitude, nextLatitude] = ring[(at + 1) % ring.length] ?? [longitude, latitude];
      const isLong = Math.abs(nextLongitude - longitude) >= 2 * longestStep;
      const steps = isLong ? Math.ceil(Math.abs(nextLongitude - longitude) / longestStep) : 1;
      return Array.from({ length: steps }, (_, step) => [
        longitude + ((nextLongitude - longitude) * step) / steps,
        latitude + ((nextLatitude - latitude) * step) / steps,
      ]);
    })
    .map(([longitude = 0, latitude = 0]) => exactDegrees([nearTo(longitude, 0), latitude]))
    .join('\n');

/** Reads the outer ring that a text has; null for an empty one. */
function readArea(
  text: string,
):
  | { area: NonNullable<SceneFilter['area']> | null }
  | { problem: string; values?: Record<string, string | number> } {
  if (text.trim() === '') return { area: null };
  const { areas, problem } = areasOfDraft({ areas: [], corners: text });
  if (problem) return { problem: problem.message, values: problem.values ?? {} };
  const ring = areas[0]?.[0] ?? [];
  if (ring.length > mostAreaVertices)
    return {
      problem: 'validation.tooManyVertices',
      values: { count: ring.length, most: mostAreaVertices },
    };
  return { area: ring.map(([longitude, latitude]): [number, number] => [longitude, latitude]) };
}

/**
 * Returns the values of the form: those of a rule that is edited, or the defaults for a new one under the active
 * scope.
 */
export function valuesOf(rule: Rule | null, active: Scope | null): RuleValues {
  const scope = rule?.scope ?? active;
  return {
    name: rule?.name ?? '',
    scope: scope === null ? '' : scopeKey(scope),
    project: rule?.match.project ?? '',
    task: rule?.match.taskId === undefined ? '' : String(rule.match.taskId),
    kinds: rule?.kinds ?? ['delivery_zip'],
    clouds: rule === null || rule.mostClouds === null ? '' : numberText(rule.mostClouds),
    area: rule?.area ? areaText(rule.area) : '',
    unpack: rule?.unpack ?? false,
    showNew: rule?.showNew ?? false,
    folder: rule?.folder ?? '',
    quotaGigabytes: rule === null || rule.quotaBytes === null ? '' : numberText(rule.quotaBytes / gigabyte),
    includeEarlier: rule?.includeEarlier ?? false,
  };
}

/** The values for a message, by field. */
type MessageValues = Partial<Record<keyof RuleValues, Record<string, string | number>>>;
type Problems = Partial<Record<keyof RuleValues, string>>;

/** Reads the fields that limit what a rule downloads; a field with a problem is no limit. */
function readLimits(values: RuleValues) {
  const problems: Problems = {};
  const messageValues: MessageValues = {};
  const numberOf = (field: 'quotaGigabytes' | 'clouds'): number | null => {
    const read = readNumber(values[field]);
    if (read && 'value' in read) return read.value;
    if (read) {
      problems[field] = read.problem.message;
      messageValues[field] = read.problem.values ?? {};
    }
    return null;
  };
  const quotaGigabytes = numberOf('quotaGigabytes');
  if (quotaGigabytes !== null && quotaGigabytes <= 0) problems.quotaGigabytes = 'validation.quota';
  const area = readArea(values.area);
  if ('problem' in area) {
    problems.area = area.problem;
    messageValues.area = area.values ?? {};
  }
  const limits = {
    quotaBytes: quotaGigabytes === null ? null : Math.round(quotaGigabytes * gigabyte),
    mostClouds: numberOf('clouds'),
    area: 'area' in area ? area.area : null,
  };
  return { limits, problems, messageValues };
}

/**
 * Returns the rule in the form in which it is sent, or the problems by field: a message key, with values if the message
 * needs them.
 */
export function readRule(
  values: RuleValues,
  enabled: boolean,
):
  | { draft: ReturnType<typeof ruleDraftSchema.parse>; problems: null }
  | { draft: null; problems: Problems; messageValues: MessageValues } {
  const task = values.task.trim();
  const { limits, problems, messageValues } = readLimits(values);
  if (values.scope === '') problems.scope = 'validation.required';
  if (task !== '' && !/^\d{1,15}$/.test(task)) problems.task = 'validation.wholeNumber';
  const parsed = ruleDraftSchema.safeParse({
    name: values.name,
    enabled,
    scope: scopeOf(values.scope),
    match: {
      ...(values.project === '' ? {} : { project: values.project }),
      ...(task === '' ? {} : { taskId: Number(task) }),
    },
    kinds: values.kinds,
    ...limits,
    unpack: values.unpack && values.kinds.includes('delivery_zip'),
    showNew: values.showNew,
    folder: values.folder.trim() === '' ? null : values.folder.trim(),
    includeEarlier: values.includeEarlier,
  });
  for (const { path, message } of parsed.error?.issues ?? []) {
    if (path[0] === 'name') problems.name ??= message;
    if (path[0] === 'kinds') problems.kinds ??= message;
    if (path[0] === 'mostClouds') problems.clouds ??= message;
    if (path[0] === 'area') problems.area ??= 'validation.areaTooWide';
    if (path[0] === 'folder') problems.folder ??= message;
    if (path[0] === 'quotaBytes') problems.quotaGigabytes ??= message;
    if (path[0] === 'match' && path[1] === 'project') problems.project ??= 'validation.tooLong';
  }
  return parsed.success && Object.keys(problems).length === 0
    ? { draft: parsed.data, problems: null }
    : { draft: null, problems, messageValues };
}
