import type { OrderId, Scope, TaskId } from '../../../../src-preload/contract/ids.ts';
import { orderIdSchema } from '../../../../src-preload/contract/ids.ts';
import { skuOf } from '../../../../src-preload/contract/sku-catalogue.ts';
import type { ChangeFeedKind, Subject } from '../../../../src-preload/contract/tracking.ts';
import type { ChangeFeedEntry } from './change-feed.ts';
import { subjectOf } from './subjects.ts';

/** The names of subjects that users know; null for an unknown one. */
export interface SubjectNames {
  task: (scope: Scope, taskId: TaskId) => { name: string; project: string; cancelled: boolean } | null;
  order: (
    scope: Scope,
    orderId: OrderId,
  ) => { name: string; project: string; sku: string; taskId: TaskId | null } | null;
  command: (id: string) => { name: string; project: string } | null;
  /** Returns the names for a file that a rule downloaded. */
  file: (id: string) => { name: string; project: string; subject: Subject } | null;
}

/** `order-closed` and `flag` are only reported at once; they are not part of the summary of changes. */
export type ChangeFeedItemKind = ChangeFeedKind | 'order-closed' | 'flag';

/** An observation that is worth reporting. */
export interface ChangeFeedItem {
  kind: ChangeFeedItemKind;
  /** The subject of the news: both interfaces report the same capture. */
  key: string;
  subject: Subject | null;
  name: string;
  project: string;
  at: string;
}

const captureKinds: Record<string, ChangeFeedKind> = {
  processing: 'captured',
  published: 'published',
  done: 'published',
  failed: 'failed',
};

/** The name and project of a subject; null if unknown. */
type Named = { name: string; project: string } | null;

/** Returns the news item of an observation, with the name of its subject if it is known. */
const createItem = (
  row: ChangeFeedEntry,
  { named, ...what }: Pick<ChangeFeedItem, 'kind' | 'key' | 'subject'> & { named: Named },
): ChangeFeedItem => ({
  ...what,
  name: named?.name || row.id,
  project: named?.project ?? '',
  at: row.happenedAt ?? row.observedAt,
});

/** Returns each item once; a capture that has been published since is only reported as published. */
function withoutRepeats(all: readonly ChangeFeedItem[]): ChangeFeedItem[] {
  const published = new Set(all.filter(({ kind }) => kind === 'published').map(({ key }) => key));
  const once = new Map<string, ChangeFeedItem>();
  for (const item of all) {
    if (item.kind === 'captured' && published.has(item.key)) continue;
    const key = `${item.kind} ${item.key}`;
    if (!once.has(key)) once.set(key, item);
  }
  return [...once.values()];
}

/** Creates the function that turns observations into items worth reporting, with the names that users know. */
export function createChangeFeedItems(names: SubjectNames) {
  function nameOfOrder(scope: Scope, orderId: OrderId) {
    const order = names.order(scope, orderId);
    const task = order?.taskId == null ? null : names.task(scope, order.taskId);
    return {
      name: order?.name || orderId,
      project: order?.project ?? '',
      cancelled: task?.cancelled ?? false,
    };
  }

  /** Returns what an order was about: a new capture, a capture of the archive, or only the download of one. */
  function aimOf(scope: Scope, orderId: string | null): 'capture' | 'archive' | 'download' {
    const sku = orderId === null ? '' : (names.order(scope, orderIdSchema.parse(orderId))?.sku ?? '');
    if (!sku.startsWith('ARC')) return 'capture';
    return skuOf(sku, []).kind === 'archive-download' ? 'download' : 'archive';
  }

  function nameOf(scope: Scope, subject: Subject): Named {
    if (subject.kind === 'task') return names.task(scope, subject.taskId);
    return subject.kind === 'order' ? nameOfOrder(scope, subject.orderId) : null;
  }

  function itemOfCapture(scope: Scope, row: ChangeFeedEntry): ChangeFeedItem | null {
    const kind = captureKinds[row.state];
    const subject = subjectOf(row.kind === 'capture' ? 'task' : 'order', row.parentId ?? '');
    if (!kind || !subject || row.captureId === null) return null;
    return createItem(row, { kind, key: `capture ${row.captureId}`, subject, named: nameOf(scope, subject) });
  }

  function itemOfOrder(scope: Scope, row: ChangeFeedEntry): ChangeFeedItem | null {
    const orderId = orderIdSchema.parse(row.id);
    const named = nameOfOrder(scope, orderId);
    const kinds: Record<string, ChangeFeedItemKind> = {
      failed: 'failed',
      fulfilled: 'order-closed',
      unfulfilled: named.cancelled ? 'order-closed' : 'closed-empty',
    };
    const kind = kinds[row.state];
    return kind
      ? createItem(row, { kind, key: `order ${row.id}`, subject: { kind: 'order', orderId }, named })
      : null;
  }

  function itemOfRow(scope: Scope, row: ChangeFeedEntry): ChangeFeedItem | null {
    switch (row.kind) {
      case 'task': {
        const subject = subjectOf('task', row.id);
        if (row.state !== 'failed' || !subject) return null;
        return createItem(row, {
          kind: 'failed',
          key: `task ${row.id}`,
          subject,
          named: nameOf(scope, subject),
        });
      }
      case 'capture':
        return itemOfCapture(scope, row);
      case 'order-capture':
        // A capture of the archive was published long before it was ordered.
        return aimOf(scope, row.parentId) === 'capture' ? itemOfCapture(scope, row) : null;
      case 'deliverable': {
        const subject = subjectOf('order', row.parentId ?? '');
        // A download that is told as an order was made here, or by a colleague: it is no news.
        if (row.state !== 'done' || !subject || aimOf(scope, row.parentId) === 'download') return null;
        return createItem(row, { kind: 'delivered', key: row.id, subject, named: nameOf(scope, subject) });
      }
      case 'order':
        return aimOf(scope, row.id) === 'download' ? null : itemOfOrder(scope, row);
      case 'command':
        return createItem(row, {
          kind: 'refused',
          key: `command ${row.id}`,
          subject: null,
          named: names.command(row.id),
        });
      case 'file': {
        const named = names.file(row.id);
        return named
          ? createItem(row, { kind: 'arrived', key: `file ${row.id}`, subject: named.subject, named })
          : null;
      }
      case 'flag': {
        const [, kind = '', id = ''] = row.id.split(' ');
        const subject = subjectOf(kind, id);
        return subject
          ? createItem(row, { kind: 'flag', key: row.id, subject, named: nameOf(scope, subject) })
          : null;
      }
      default:
        return null;
    }
  }

  return (scope: Scope, rows: readonly ChangeFeedEntry[]): ChangeFeedItem[] =>
    withoutRepeats(rows.flatMap((row) => itemOfRow(scope, row) ?? []));
}
