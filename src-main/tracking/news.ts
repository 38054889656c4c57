import type { OrderId, Scope, TaskId } from '../../src-preload/contract/ids.ts';
import { orderIdSchema } from '../../src-preload/contract/ids.ts';
import type { DigestKind, Subject } from '../../src-preload/contract/tracking.ts';
import type { Observation } from './observations.ts';
import { subjectOf } from './subjects.ts';

export interface NewsNames {
  task: (scope: Scope, taskId: TaskId) => { name: string; project: string; cancelled: boolean } | null;
  order: (scope: Scope, orderId: OrderId) => { name: string; project: string; taskId: TaskId | null } | null;
  command: (id: string) => { name: string; project: string } | null;
  /** A file that a rule brought. */
  file: (id: string) => { name: string; project: string; subject: Subject } | null;
}

/** `order-closed` and `flag` are told at once only: they are no part of what changed meanwhile. */
export type NewsKind = DigestKind | 'order-closed' | 'flag';

export interface News {
  kind: NewsKind;
  /** What it is news of: the same capture is told of by both interfaces. */
  key: string;
  subject: Subject | null;
  name: string;
  project: string;
  at: string;
}

const captureNews: Record<string, DigestKind> = {
  processing: 'captured',
  published: 'published',
  done: 'published',
  failed: 'failed',
};

/** What an observation is worth telling, with the name that people know its subject by. */
export function createNews(names: NewsNames) {
  function ofOrder(scope: Scope, orderId: OrderId) {
    const order = names.order(scope, orderId);
    const task = order?.taskId == null ? null : names.task(scope, order.taskId);
    return {
      name: order?.name || orderId,
      project: order?.project ?? '',
      cancelled: task?.cancelled ?? false,
    };
  }

  type Of = { name: string; project: string } | null;

  const made = (
    row: Observation,
    what: { kind: NewsKind; key: string; subject: Subject | null; of: Of },
  ): News => ({
    kind: what.kind,
    key: what.key,
    subject: what.subject,
    name: what.of?.name || row.id,
    project: what.of?.project ?? '',
    at: row.happenedAt ?? row.observedAt,
  });

  function ofSubject(scope: Scope, subject: Subject): Of {
    if (subject.kind === 'task') return names.task(scope, subject.taskId);
    return subject.kind === 'order' ? ofOrder(scope, subject.orderId) : null;
  }

  function toldOfCapture(scope: Scope, row: Observation): News | null {
    const kind = captureNews[row.state];
    const subject = subjectOf(row.kind === 'capture' ? 'task' : 'order', row.parentId ?? '');
    if (!kind || !subject || row.captureId === null) return null;
    return made(row, { kind, key: `capture ${row.captureId}`, subject, of: ofSubject(scope, subject) });
  }

  function toldOfOrder(scope: Scope, row: Observation): News | null {
    const orderId = orderIdSchema.parse(row.id);
    const of = ofOrder(scope, orderId);
    const kinds: Record<string, NewsKind> = {
      failed: 'failed',
      fulfilled: 'order-closed',
      unfulfilled: of.cancelled ? 'order-closed' : 'closed-empty',
    };
    const kind = kinds[row.state];
    return kind ? made(row, { kind, key: `order ${row.id}`, subject: { kind: 'order', orderId }, of }) : null;
  }

  function told(scope: Scope, row: Observation): News | null {
    switch (row.kind) {
      case 'task': {
        const subject = subjectOf('task', row.id);
        if (row.state !== 'failed' || !subject) return null;
        return made(row, { kind: 'failed', key: `task ${row.id}`, subject, of: ofSubject(scope, subject) });
      }
      case 'capture':
      case 'order-capture':
        return toldOfCapture(scope, row);
      case 'deliverable': {
        const subject = subjectOf('order', row.parentId ?? '');
        if (row.state !== 'done' || !subject) return null;
        return made(row, { kind: 'delivered', key: row.id, subject, of: ofSubject(scope, subject) });
      }
      case 'order':
        return toldOfOrder(scope, row);
      case 'command':
        return made(row, {
          kind: 'refused',
          key: `command ${row.id}`,
          subject: null,
          of: names.command(row.id),
        });
      case 'file': {
        const of = names.file(row.id);
        return of ? made(row, { kind: 'arrived', key: `file ${row.id}`, subject: of.subject, of }) : null;
      }
      case 'flag': {
        const [, kind = '', id = ''] = row.id.split(' ');
        const subject = subjectOf(kind, id);
        return subject
          ? made(row, { kind: 'flag', key: row.id, subject, of: ofSubject(scope, subject) })
          : null;
      }
      default:
        return null;
    }
  }

  return (scope: Scope, rows: readonly Observation[]): News[] => {
    const all = rows.flatMap((row) => told(scope, row) ?? []);
    const published = new Set(all.filter(({ kind }) => kind === 'published').map(({ key }) => key));
    const once = new Map<string, News>();
    for (const news of all) {
      // A capture that has been published since is told of once.
      if (news.kind === 'captured' && published.has(news.key)) continue;
      const key = `${news.kind} ${news.key}`;
      if (!once.has(key)) once.set(key, news);
    }
    return [...once.values()];
  };
}
