import type { PreparedIssue } from '../../../../src-preload/contract/prepared.ts';
import { clientOfPrepared, type FieldIssue } from '../request-of-prepared.ts';
import { type CheckContext, type CheckedRequest, issueOf } from './check-types.ts';

/** Checks client and priority, which only tasks have (service §2.6, §2.8). */
function checkClient({ values }: CheckedRequest['image'], { clients }: CheckContext): PreparedIssue[] {
  const client = clientOfPrepared(values.client, clients);
  if (clients.length > 1 && client === null)
    return [
      values.client === null
        ? issueOf('clientNeeded', { column: 'client' })
        : issueOf('unknownClient', { column: 'client', values: { client: values.client } }),
    ];
  if (values.priority === null) return [];
  const { maxPriority: best, minPriority: lowest } = client ?? { maxPriority: null, minPriority: null };
  if (best === null || lowest === null)
    return [
      issueOf('priorityUnused', {
        column: 'priority',
        mend: { kind: 'dropPriority', patch: { priority: null } },
      }),
    ];
  if (values.priority >= best && values.priority <= lowest) return [];
  const nearest = values.priority < best ? best : lowest;
  return [
    issueOf('priorityRange', {
      column: 'priority',
      values: { best, least: lowest, nearest },
      mend: { kind: 'clampPriority', patch: { priority: nearest } },
    }),
  ];
}

/** Checks the number of captures, and how many of them are planned at the same time (service §2.6, §3.1). */
function checkCaptures({ values }: CheckedRequest['image']): PreparedIssue[] {
  const captures = values.maxCaptures ?? 1;
  const { maxSimultaneous } = values;
  if (maxSimultaneous === null || maxSimultaneous === captures) return [];
  return [
    issueOf(maxSimultaneous < captures ? 'simultaneousFewer' : 'simultaneousMore', {
      column: 'simultaneous',
      values: { captures, simultaneous: maxSimultaneous },
      mend: { kind: 'equalSimultaneous', patch: { maxSimultaneous: null } },
    }),
  ];
}

/** Checks the name, product, client, priority and captures of a row. */
export function checkDemand({ image }: CheckedRequest, context: CheckContext): PreparedIssue[] {
  const issues: PreparedIssue[] = [];
  const { values, base, missing } = image;
  if (missing.length > 0 && values.name === base.name)
    issues.push(
      issueOf('nameFields', {
        column: 'name',
        values: { fields: missing.map((field) => `{${field}}`).join(' ') },
      }),
    );
  if (image.kind === 'order') return issues;
  const { products } = context;
  if (values.product !== null && products.length > 0 && !products.some(({ pk }) => pk === values.product))
    issues.push(issueOf('unknownProduct', { column: 'ordered', values: { product: values.product } }));
  return [...issues, ...checkClient(image, context), ...checkCaptures(image)];
}

/** Messages that are left out, because other checks say the same more clearly. */
const saidByOtherChecks = ['validation.endAfterStart', 'validation.simultaneous'];

/** Returns the values that the schemas of requests refuse, as issues of their fields. */
export const fieldIssues = (issues: readonly FieldIssue[]): PreparedIssue[] =>
  issues
    .filter(({ message }) => !saidByOtherChecks.includes(message))
    .map(({ column, code, message }) =>
      issueOf(code, { column, values: code === 'field' ? { message } : {} }),
    );
