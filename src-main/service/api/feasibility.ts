import { z } from 'zod';
import type { Feasibility } from '../../../src-preload/contract/feasibility.ts';

const record = z.record(z.string(), z.unknown());
/** Names of fields that may hold the yes or no; the answer is not documented. */
const verdictNames =
  /^(?:can_?add(?:_?order)?|(?:is_)?(?:feasible|possible|accepted|available)|feasibility|result)$/i;
const reasonNames = /^(?:reason|reasons|message|detail|description|explanation|warnings?)$/i;
const yes: ReadonlySet<string> = new Set(['true', 'yes', 'feasible', 'possible', 'ok', 'accepted']);
const no: ReadonlySet<string> = new Set([
  'false',
  'no',
  'infeasible',
  'not feasible',
  'not_feasible',
  'impossible',
  'rejected',
]);
const deepest = 4;
const maxTextCharacters = 600;

function verdictOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return null;
  const word = value.trim().toLowerCase();
  return yes.has(word) ? true : no.has(word) ? false : null;
}

function find<T>(value: unknown, read: (name: string, value: unknown) => T | null, left = deepest): T | null {
  const fields = record.safeParse(value);
  if (!fields.success || left === 0) return null;
  for (const [name, inner] of Object.entries(fields.data)) {
    const found = read(name, inner);
    if (found !== null) return found;
  }
  for (const inner of Object.values(fields.data)) {
    const found = find(inner, read, left - 1);
    if (found !== null) return found;
  }
  return null;
}

/** Reads the answer to the question whether a task is feasible. An answer of an unknown shape is `unclear`. */
export function readFeasibility(answer: unknown, clean: (text: string) => string): Feasibility {
  const verdict =
    verdictOf(answer) ?? find(answer, (name, value) => (verdictNames.test(name) ? verdictOf(value) : null));
  const reason = find(answer, (name, value) => {
    if (!reasonNames.test(name)) return null;
    if (typeof value === 'string') return value;
    const texts = z.array(z.string()).safeParse(value);
    return texts.success && texts.data.length > 0 ? texts.data.join(' ') : null;
  });
  return {
    outcome: verdict === null ? 'unclear' : verdict ? 'feasible' : 'not-feasible',
    detail: reason === null || reason === '' ? null : clean(reason.slice(0, maxTextCharacters)),
  };
}
