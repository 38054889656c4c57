import { z } from 'zod';
import type { PracticeRequest } from './http-toolkit.ts';
import { matcherOf, pathPatternSchema } from './path-pattern.ts';

/** The faults that a plan can cause; one plan may have several. */
const faultSchema = z.strictObject({
  latencyMs: z.number().min(0).max(600_000).optional(),
  /** The connection is reset after this many bytes of the body; a slow reader may not receive the last of them. */
  resetAfterBytes: z.number().int().min(0).optional(),
  /** The body stops after this many bytes; the connection stays open without further bytes. */
  stallAfterBytes: z.number().int().min(0).optional(),
  /** The body is sent at this rate. */
  bytesPerSecond: z.number().int().min(1).optional(),
  /** The answer has this status, and the request is not carried out. */
  status: z.number().int().min(400).max(599).optional(),
  retryAfter: z.string().optional(),
  /** `before`: the request is not carried out; `after`: it is. In both cases no answer is sent. */
  loseReply: z.enum(['before', 'after']).optional(),
  /**
   * No answer is sent, and the request is carried out this much later: a caller that looks at once does not find its effect.
   */
  workAfterMs: z.number().min(0).max(600_000).optional(),
  /** The link leads to other bytes of the same size, with another ETag. */
  changedBytes: z.boolean().optional(),
  noRange: z.boolean().optional(),
  noValidator: z.boolean().optional(),
  wrongContentRange: z.boolean().optional(),
  /** The answer is the HTML page of a gateway, and the request is not carried out. */
  htmlWithStatus200: z.boolean().optional(),
  malformedJson: z.boolean().optional(),
  truncatedChunked: z.boolean().optional(),
  gzip: z.boolean().optional(),
  /** The answer is a 302 to the foreign origin, which records what it receives. */
  crossOriginRedirect: z.boolean().optional(),
});

export const faultPlanSchema = z.strictObject({
  match: z.strictObject({
    method: z.string().optional(),
    /** A pattern for path and query (see path-pattern.ts). */
    path: pathPatternSchema.optional(),
    /** The plan applies to this many requests; without it, to all. */
    count: z.number().int().min(1).optional(),
    /** This many matching requests are answered normally before the plan applies. */
    skip: z.number().int().min(0).optional(),
  }),
  fault: faultSchema.refine((fault) => Object.keys(fault).length > 0, 'Name at least one fault.'),
});

/** The faults of one request, such as a delay together with a status. */
export type Fault = z.infer<typeof faultSchema>;

/** Whether the fault replaces the answer, so that the request is not carried out. */
export const isAnsweredInstead = (fault: Fault) =>
  fault.status !== undefined || fault.htmlWithStatus200 === true;
type FaultPlan = z.infer<typeof faultPlanSchema>;

/** The active fault plans. A plan with a `count` ends after that many requests. */
export interface FaultBook {
  add(plan: FaultPlan): void;
  clear(): void;
  /** Returns the faults of this request, merged over all matching plans. Counts each request once. */
  take(request: PracticeRequest): Fault;
  /** Returns the faults that concern files, without counting the request again. */
  fileFaults(request: PracticeRequest): { noRange: boolean; noValidator: boolean; changedBytes: boolean };
}

/** Creates an empty list of fault plans. */
export function createFaultBook(): FaultBook {
  let plans: { plan: FaultPlan; matches: (address: string) => boolean; left: number; skip: number }[] = [];
  const taken = new WeakMap<PracticeRequest, Fault>();
  function take(request: PracticeRequest): Fault {
    const cached = taken.get(request);
    if (cached) return cached;
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
    fileFaults(request) {
      const fault = take(request);
      return {
        noRange: fault.noRange ?? false,
        noValidator: fault.noValidator ?? false,
        changedBytes: fault.changedBytes ?? false,
      };
    },
  };
}
