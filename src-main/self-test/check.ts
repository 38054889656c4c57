/** What a check found. `words` are for the person at the terminal: what was seen, or what is wrong and what to do. */
export interface Outcome {
  outcome: 'ok' | 'failed' | 'not tried';
  words: string;
}

export const ok = (words: string): Outcome => ({ outcome: 'ok', words });
export const failed = (words: string): Outcome => ({ outcome: 'failed', words });
/** For what this machine or this host has no means to show, which is no fault of Nadir. */
export const notTried = (words: string): Outcome => ({ outcome: 'not tried', words });

/** Thrown by a check whose condition another check has found missing: the fault is told once. */
export class NotTriedError extends Error {}

/** What a check may use while it runs. */
export interface CheckContext {
  /** A fresh folder of this check, which is removed after it. */
  folder: string;
  /** Aborted when the time of the check is over; what it began is to be ended then. */
  signal: AbortSignal;
}

/** One thing that is tried on this machine. An error that `run` throws is a failure with the words of the error. */
export interface Check {
  /** Stands in the first column of the table. */
  name: string;
  /** What is known when it is ok; stands in the report beside the outcome. */
  proves: string;
  run(context: CheckContext): Promise<Outcome>;
}
