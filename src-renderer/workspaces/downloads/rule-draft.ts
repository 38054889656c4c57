import { contractIdSchema, type Scope } from '../../../src-preload/contract/ids.ts';
import { type Rule, type RuleKind, ruleDraftSchema } from '../../../src-preload/contract/rules.ts';

/** The form's fields, all as text. */
export interface RuleValues {
  name: string;
  /** See `scopeKey`. */
  scope: string;
  project: string;
  task: string;
  kinds: RuleKind[];
  unpack: boolean;
  folder: string;
  quotaGigabytes: string;
  includeEarlier: boolean;
}

const gigabyte = 1_000_000_000;

export const scopeKey = ({ connectionId, contractId }: Scope) => JSON.stringify([connectionId, contractId]);

function scopeOf(key: string): unknown {
  if (key === '') return undefined;
  const [connectionId, contractId] = JSON.parse(key);
  return { connectionId, contractId: contractId === null ? null : contractIdSchema.parse(contractId) };
}

export function valuesOf(rule: Rule | null, active: Scope | null): RuleValues {
  const scope = rule?.scope ?? active;
  return {
    name: rule?.name ?? '',
    scope: scope === null ? '' : scopeKey(scope),
    project: rule?.match.project ?? '',
    task: rule?.match.taskId === undefined ? '' : String(rule.match.taskId),
    kinds: rule?.kinds ?? ['delivery_zip'],
    unpack: rule?.unpack ?? false,
    folder: rule?.folder ?? '',
    quotaGigabytes: rule === null || rule.quotaBytes === null ? '' : String(rule.quotaBytes / gigabyte),
    includeEarlier: rule?.includeEarlier ?? false,
  };
}

/** The rule as it would be sent, or what is wrong by field. */
export function readRule(
  values: RuleValues,
  enabled: boolean,
):
  | { draft: ReturnType<typeof ruleDraftSchema.parse>; problems: null }
  | { draft: null; problems: Partial<Record<keyof RuleValues, string>> } {
  const task = values.task.trim();
  const quota = values.quotaGigabytes.trim().replace(',', '.');
  const problems: Partial<Record<keyof RuleValues, string>> = {};
  if (values.scope === '') problems.scope = 'validation.required';
  if (task !== '' && !/^\d{1,15}$/.test(task)) problems.task = 'validation.wholeNumber';
  if (quota !== '' && !(Number(quota) > 0)) problems.quotaGigabytes = 'validation.quota';
  const parsed = ruleDraftSchema.safeParse({
    name: values.name,
    enabled,
    scope: scopeOf(values.scope),
    match: {
      ...(values.project === '' ? {} : { project: values.project }),
      ...(task === '' ? {} : { taskId: Number(task) }),
    },
    kinds: values.kinds,
    unpack: values.unpack && values.kinds.includes('delivery_zip'),
    folder: values.folder.trim() === '' ? null : values.folder.trim(),
    quotaBytes: quota === '' ? null : Math.round(Number(quota) * gigabyte),
    includeEarlier: values.includeEarlier,
  });
  for (const { path, message } of parsed.error?.issues ?? []) {
    if (path[0] === 'name') problems.name ??= message;
    if (path[0] === 'kinds') problems.kinds ??= message;
    if (path[0] === 'folder') problems.folder ??= message;
    if (path[0] === 'quotaBytes') problems.quotaGigabytes ??= message;
  }
  return parsed.success && Object.keys(problems).length === 0
    ? { draft: parsed.data, problems: null }
    : { draft: null, problems };
}
