import { z } from 'zod';
import type { PracticeRequest } from './http-toolkit.ts';
import { matcherOf, pathPatternSchema } from './path-pattern.ts';

/** What can go wrong on purpose. Several may be set at once. */
const faultSchema = z.strictObject({
  latencyMs: z.number().min(0).max(600_000).optional(),
  /** The connection is reset after this many bytes of the body; a slow reader may lose the last of them. */
  resetAfterBytes: z.number().int().min(0).optional(),
  /** The body stops after this many bytes and the connection stays open, silent. */
  stallAfterBytes: z.number().int().min(0).optional(),
  /** The body comes slowly. */
  bytesPerSecond: z.number().int().min(1).optional(),
  /** Answered instead of the real thing, which is not done. */
  status: z.number().int().min(400).max(599).optional(),
  retryAfter: z.string().optional(),
  /** `before`: nothing is done and no answer comes; `after`: the work is done and no answer comes. */
  loseReply: z.enum(['before', 'after']).optional(),
  /** No answer comes, and the work is done so much later: it is not there when the caller looks at once. */
  workAfterMs: z.number().min(0).max(600_000).optional(),
  /** Other bytes of the same size behind the same link, with another ETag. */
  changedBytes: z.boolean().optional(),
  noRange: z.boolean().optional(),
  noValidator: z.boolean().optional(),
  wrongContentRange: z.boolean().optional(),
  /** A gateway's page instead of the real thing, which is not done. */
  htmlWithStatus200: z.boolean().optional(),
  malformedJson: z.boolean().optional(),
  truncatedChunked: z.boolean().optional(),
  gzip: z.boolean().optional(),
  /** 302 to an origin of its own that notes what it is sent. */
  crossOriginRedirect: z.boolean().optional(),
});

export const faultPlanSchema = z.strictObject({
  match: z.strictObject({
    method: z.string().optional(),
    /** What path and query contain (see path-pattern.ts). */
    path: pathPatternSchema.optional(),
    /** How many requests it hits before it is used up; for ever when left out. */
    count: z.number().int().min(1).optional(),
    /** How many matching requests pass unharmed before. */
    skip: z.number().int().min(0).optional(),
  }),
  fault: faultSchema.refine((fault) => Object.keys(fault).length > 0, 'Name at least one fault.'),
});

/** What goes wrong with one request. Several faults can be combined, such as a delay and a status. */
export type Fault = z.infer<typeof faultSchema>;

/** Whether something else answers, so that the request never reaches the service. */
export const isAnsweredInstead = (fault: Fault) =>
  fault.status !== undefined || fault.htmlWithStatus200 === true;
type FaultPlan = z.infer<typeof faultPlanSchema>;

/** The fault plans in force. A plan with a `count` is used up after so many requests. */
export interface FaultBook {
  add(plan: FaultPlan): void;
  clear(): void;
  /** The fault of this request (merged over all plans that match), counted once per request. */
  take(request: PracticeRequest): Fault;
  /** How files are to be served to this request, without counting again. */
  fileManners(request: PracticeRequest): { noRange: boolean; noValidator: boolean; changedBytes: boolean };
}

/** The fault plans in force, and which request gets which fault. */
export function createFaultBook(): FaultBook {
  let plans: { plan: FaultPlan; matches: (address: string) => boolean; left: number; skip: number }[] = [];
  const taken = new WeakMap<PracticeRequest, Fault>();
  function take(request: PracticeRequest): Fault {
    const known = taken.get(request);
    if (known) return known;
    let fault: Fault = {};
    const address = request.url.pathname + request.url.search;
    for (const entry of plans) {
      if (entry.plan.match.method && entry.plan.match.method !== request.method) continue;
      if (!entry.matches(address)) continue;
      if (entry.skip > 0) {
        entry.skip -= 1;
        continue;
      }
      if (entry.left <= 0) continue;
      entry.left -= 1;
      fault = { ...fault, ...entry.plan.fault };
    }
    taken.set(request, fault);
    return fault;
  }
  return {
    add(plan) {
      plans.push({
        plan,
        matches: matcherOf(plan.match.path ?? ''),
        left: plan.match.count ?? Number.POSITIVE_INFINITY,
        skip: plan.match.skip ?? 0,
      });
    },
    clear() {
      plans = [];
    },
    take,
    fileManners(request) {
      const fault = take(request);
      return {
        noRange: fault.noRange ?? false,
        noValidator: fault.noValidator ?? false,
        changedBytes: fault.changedBytes ?? false,
      };
    },
  };
}
