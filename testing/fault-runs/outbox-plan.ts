import type { z } from 'zod';
import type { faultPlanSchema } from '../../src-main/practice/faults.ts';
import { orderRequestSchema } from '../../src-preload/contract/order-request.ts';
import type { CommandInput } from '../../src-preload/contract/outbox.ts';
import { sampleTask } from '../sample-task.ts';

type FaultPlan = z.infer<typeof faultPlanSchema>;

const one = <T>(random: () => number, of: readonly [T, ...T[]]): T =>
  of[Math.floor(random() * of.length)] ?? of[0];
const whole = (random: () => number, below: number) => Math.floor(random() * below);

/** A name that services respell: accents that are composed or not, several blanks, an ampersand, more than 24 characters. */
const nameRow = (project: string, which: number) => `${project}  Cafe\u0301 & quay, plot ${which}`;

/** Rows of a batch: all different, all alike, or some of each; tasks and orders that bear the same names. */
export function makeBatch(random: () => number, project: string, rows: number): CommandInput[] {
  const different = one(random, [1, 2, 4, rows]);
  // Each round has places of its own.
  const west = -150 + Math.round(random() * 250_000) / 1_000;
  const share = one(random, [0, 0.5, 0.5, 1]);
  return Array.from({ length: rows }, (): CommandInput => {
    const which = whole(random, different);
    const longitude = west + which / 10;
    if (random() < share) {
      return {
        kind: 'order',
        request: orderRequestSchema.parse({
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [longitude, 48.2] },
          properties: {
            order_name: nameRow(project, which),
            project_name: project,
            sku: 'TSKPOI-M',
            parameters: { start: sampleTask.start, end: '2027-03-09T00:00:00Z', processing_level: 'L1D_SR' },
          },
        }),
      };
    }
    return {
      kind: 'task',
      request: {
        ...sampleTask,
        task_name: nameRow(project, which),
        project_name: project,
        target: { type: 'Point', coordinates: [longitude, 48.2] },
        end: '2027-03-09T00:00:00Z',
      },
    };
  });
}

const post = 'tasking/tasks/?|tasking/tasks/$|/orders?|/orders$';

function postFault(random: () => number): FaultPlan['fault'] {
  const kind = whole(random, 16);
  switch (kind) {
    case 0:
    case 1:
    case 2:
      return { loseReply: 'after' };
    case 3:
    case 4:
      return { loseReply: 'before' };
    case 5:
    case 6:
      return { workAfterMs: 1 + whole(random, 6) };
    case 7:
      return { resetAfterBytes: whole(random, 600) };
    case 8:
      return { truncatedChunked: true };
    case 9:
      return random() < 0.3 ? { latencyMs: 60_000 } : { malformedJson: true };
    case 10:
      return random() < 0.3 ? { stallAfterBytes: whole(random, 300) } : { htmlWithStatus200: true };
    case 11:
      return { status: 429, retryAfter: String(1 + whole(random, 90)) };
    case 12:
      return { status: 503, retryAfter: String(1 + whole(random, 90)) };
    case 13:
      return { status: one(random, [401, 408]) };
    case 14:
      return { crossOriginRedirect: true };
    default:
      return { status: one(random, [500, 502, 503, 504]) };
  }
}

function getFault(random: () => number): FaultPlan['fault'] {
  return one<FaultPlan['fault']>(random, [
    { status: 500 },
    { status: 502 },
    { status: 429, retryAfter: '7' },
    { loseReply: 'before' },
    { truncatedChunked: true },
    { htmlWithStatus200: true },
    { resetAfterBytes: whole(random, 900) },
    { status: 403 },
  ]);
}

/** What goes wrong with the sendings, the look-ups, and for a while with all. */
export function makeFaults(random: () => number, rows: number): FaultPlan[] {
  const often = one(random, [0, 0.15, 0.4, 0.8]);
  const plans: FaultPlan[] = [];
  for (let nth = 0; nth < rows * 1.5; nth += 1)
    if (random() < often)
      plans.push({ match: { method: 'POST', path: post, skip: nth, count: 1 }, fault: postFault(random) });
  for (let nth = 0; nth < rows; nth += 1)
    if (random() < often / 3)
      plans.push({
        match: { method: 'GET', path: post, skip: nth, count: 1 + whole(random, 5) },
        fault: getFault(random),
      });
  if (random() < often)
    plans.push({
      match: { method: 'PATCH', path: 'cancel', count: 1 + whole(random, 3) },
      fault: one<FaultPlan['fault']>(random, [
        { loseReply: 'after' },
        { loseReply: 'before' },
        { status: 502 },
        { status: 429, retryAfter: '5' },
        { truncatedChunked: true },
      ]),
    });
  if (random() < 0.15)
    plans.push({
      match: { path: post, skip: whole(random, rows), count: 4 + whole(random, 12) },
      fault: one<FaultPlan['fault']>(random, [
        { loseReply: 'before' },
        { loseReply: 'after' },
        { status: 503 },
      ]),
    });
  return plans;
}
