import type { OrderId, Scope, TaskId } from '../../src-preload/contract/ids.ts';
import { captureIdSchema, orderIdSchema, taskIdSchema } from '../../src-preload/contract/ids.ts';
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
    return { name: order?.name || orderId, project: order?.project ?? '', cancelled: task?.cancelled ?? false };
  }

  function told(scope: Scope, row: Observation): News | null {
    const at = row.happenedAt ?? row.observedAt;
    const made = (
      kind: NewsKind,
      key: string,
      subject: Subject | null,
      of: { name: string; project: string } | null,
    ): News => ({ kind, key, subject, name: of?.name || row.id, project: of?.project ?? '', at });
    const parent = row.parentId ?? '';
    switch (row.kind) {
      case 'task': {
        if (row.state !== 'failed') return null;
        const taskId = taskIdSchema.parse(Number(row.id));
        return made('failed', `task ${row.id}`, { kind: 'task', taskId }, names.task(scope, taskId));
      }
      case 'capture':
      case 'order-capture': {
        const kind = captureNews[row.state];
        const captureId = captureIdSchema.safeParse(row.captureId).data;
        if (!kind || captureId === undefined) return null;
        const subject = subjectOf(row.kind === 'capture' ? 'task' : 'order', parent);
        const of =
          row.kind === 'capture'
            ? names.task(scope, taskIdSchema.parse(Number(parent)))
            : ofOrder(scope, orderIdSchema.parse(parent));
        return made(kind, `capture ${captureId}`, subject, of);
      }
      case 'deliverable': {
        const orderId = orderIdSchema.parse(parent);
        return row.state === 'done'
          ? made('delivered', row.id, { kind: 'order', orderId }, ofOrder(scope, orderId))
          : null;
      }
      case 'order': {
        const orderId = orderIdSchema.parse(row.id);
        const of = ofOrder(scope, orderId);
        const subject: Subject = { kind: 'order', orderId };
        const key = `order ${row.id}`;
        if (row.state === 'failed') return made('failed', key, subject, of);
        if (row.state === 'fulfilled') return made('order-closed', key, subject, of);
        if (row.state !== 'unfulfilled') return null;
        return made(of.cancelled ? 'order-closed' : 'closed-empty', key, subject, of);
      }
      case 'command':
        return made('refused', `command ${row.id}`, null, names.command(row.id));
      case 'file': {
        const file = names.file(row.id);
        return file ? made('arrived', `file ${row.id}`, file.subject, file) : null;
      }
      case 'flag': {
        const [, kind = '', id = ''] = row.id.split(' ');
        const subject = subjectOf(kind, id);
        if (!subject) return null;
        const of =
          subject.kind === 'task'
            ? names.task(scope, subject.taskId)
            : subject.kind === 'order'
              ? ofOrder(scope, subject.orderId)
              : null;
        return made('flag', row.id, subject, of);
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
