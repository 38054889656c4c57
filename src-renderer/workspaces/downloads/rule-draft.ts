import { contractIdSchema, type Scope } from '../../../src-preload/contract/ids.ts';
import { type Rule, type RuleKind, ruleDraftSchema } from '../../../src-preload/contract/rules.ts';
import { numberText, readNumber } from '../../i18n/read-number.ts';

/** The fields of the rule form; numbers are texts. */
export interface RuleValues {
  name: string;
  /** See `scopeKey`. */
  scope: string;
  project: string;
  task: string;
  kinds: RuleKind[];
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
    unpack: rule?.unpack ?? false,
    showNew: rule?.showNew ?? false,
    folder: rule?.folder ?? '',
    quotaGigabytes: rule === null || rule.quotaBytes === null ? '' : numberText(rule.quotaBytes / gigabyte),
    includeEarlier: rule?.includeEarlier ?? false,
  };
}

/** The values for a message, by field. */
type MessageValues = Partial<Record<keyof RuleValues, Record<string, string | number>>>;

/**
 * Returns the rule in the form in which it is sent, or the problems by field: a message key, with values if the message
 * needs them.
 */
export function readRule(
  values: RuleValues,
  enabled: boolean,
):
  | { draft: ReturnType<typeof ruleDraftSchema.parse>; problems: null }
  | { draft: null; problems: Partial<Record<keyof RuleValues, string>>; messageValues: MessageValues } {
  const task = values.task.trim();
  const quota = readNumber(values.quotaGigabytes);
  const quotaGigabytes = quota && 'value' in quota ? quota.value : null;
  const problems: Partial<Record<keyof RuleValues, string>> = {};
  const messageValues: MessageValues = {};
  if (values.scope === '') problems.scope = 'validation.required';
  if (task !== '' && !/^\d{1,15}$/.test(task)) problems.task = 'validation.wholeNumber';
  if (quota && 'problem' in quota) {
    problems.quotaGigabytes = quota.problem.message;
    messageValues.quotaGigabytes = quota.problem.values ?? {};
  } else if (quotaGigabytes !== null && quotaGigabytes <= 0) problems.quotaGigabytes = 'validation.quota';
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
    showNew: values.showNew,
    folder: values.folder.trim() === '' ? null : values.folder.trim(),
    quotaBytes: quotaGigabytes === null ? null : Math.round(quotaGigabytes * gigabyte),
    includeEarlier: values.includeEarlier,
  });
  for (const { path, message } of parsed.error?.issues ?? []) {
    if (path[0] === 'name') problems.name ??= message;
    if (path[0] === 'kinds') problems.kinds ??= message;
    if (path[0] === 'folder') problems.folder ??= message;
    if (path[0] === 'quotaBytes') problems.quotaGigabytes ??= message;
    if (path[0] === 'match' && path[1] === 'project') problems.project ??= 'validation.tooLong';
  }
  return parsed.success && Object.keys(problems).length === 0
    ? { draft: parsed.data, problems: null }
    : { draft: null, problems, messageValues };
}
