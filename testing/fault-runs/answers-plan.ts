import { z } from 'zod';
import { seededRandom } from '../seeded-random.ts';

/** Every call that Nadir makes of a service and reads the answer of. */
export const answeredCalls = [
  'token',
  'contracts',
  'products',
  'clients',
  'tasks',
  'task',
  'captures',
  'scenes',
  'orders',
  'order',
  'order captures',
  'order deliverables',
  'deliverables',
  'events',
  'submitted task',
  'submitted order',
  'cancelled task',
] as const;
export type AnsweredCall = (typeof answeredCalls)[number];

/** One answer told in a few words: the server makes the bytes of it, the judge knows what must come of it. */
export const answerPlanSchema = z.object({
  call: z.enum(answeredCalls),
  seed: z.number(),
  rows: z.number(),
  /** Which rows are rubbish; all others can be read, odd as their optional fields may be. */
  bad: z.array(z.number()),
  /** How the rows are wrapped. */
  form: z.enum(['page', 'bare', 'collection', 'nested collection', 'odd page', 'rubbish']),
  encoding: z.enum(['utf-8', 'bom', 'other type', 'utf-16', 'broken utf-8', 'gzip', 'cut', 'html']),
  delivery: z.enum([
    'at once',
    'pieces',
    'stalls',
    'endless blanks',
    'endless brackets',
    'endless rows',
    'reset',
  ]),
  status: z.number(),
  /** Bytes of padding that each good row carries. */
  padding: z.number(),
});
export type AnswerPlan = z.infer<typeof answerPlanSchema>;

/** A row beyond this may be refused for its size. */
const largestRowBytes = 5 * 1_024 * 1_024;

const kindForms: AnswerPlan['form'][] = ['page', 'bare', 'collection', 'nested collection'];
const kindEncodings: AnswerPlan['encoding'][] = ['utf-8', 'bom', 'other type'];
/** Answers that are rows and not one thing. */
export const isListing = (call: AnsweredCall) =>
  !['token', 'task', 'order', 'submitted task', 'submitted order', 'cancelled task'].includes(call);

/** Whether every good row of it must be read: an answer whose frame is sound, whatever its rows are. */
export const isReadable = ({ call, form, encoding, delivery, status, bad }: AnswerPlan) =>
  status === 200 &&
  kindForms.includes(form) &&
  kindEncodings.includes(encoding) &&
  (delivery === 'at once' || delivery === 'pieces') &&
  call !== 'token' &&
  (isListing(call) || bad.length === 0);

export function makeAnswerPlan(seed: number, round: number, largestBytes: number): AnswerPlan {
  const random = seededRandom(seed * 1_000_003 + round);
  const below = (limit: number) => Math.floor(random() * limit);
  const oneOf = <T>(of: readonly T[], fallback: T): T => of[below(of.length)] ?? fallback;
  const mostly = <T>(share: number, usual: readonly T[], odd: readonly T[], fallback: T): T =>
    oneOf(random() < share ? usual : odd, fallback);
  const call = oneOf(answeredCalls, 'tasks');
  const rows = isListing(call) ? oneOf([0, 1, 2, 7, 60, 400], 7) : 1;
  const share = oneOf([0, 0, 0.05, 0.3, 0.9], 0);
  return {
    call,
    seed: below(2 ** 30),
    rows,
    bad: Array.from({ length: rows }, (_, row) => row).filter(() => random() < share),
    // Nobody tells clients as places.
    form: mostly(0.75, call === 'clients' ? ['page', 'bare'] : kindForms, ['odd page', 'rubbish'], 'page'),
    encoding: mostly(0.8, kindEncodings, ['utf-16', 'broken utf-8', 'gzip', 'cut', 'html'], 'utf-8'),
    delivery: mostly(
      0.85,
      ['at once', 'at once', 'pieces'],
      ['stalls', 'endless blanks', 'endless brackets', 'endless rows', 'reset'],
      'at once',
    ),
    status: mostly(
      0.85,
      [200],
      [201, 204, 301, 302, 307, 400, 401, 403, 404, 409, 418, 429, 500, 503, 599],
      200,
    ),
    padding:
      random() < 0.06 ? Math.min(largestRowBytes, Math.floor(largestBytes / Math.max(1, rows))) : below(200),
  };
}
