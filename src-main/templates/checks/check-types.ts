import type { PreparedId } from '../../../src-preload/contract/ids.ts';
import type { CommandInput } from '../../../src-preload/contract/outbox.ts';
import {
  type PreparedColumn,
  type PreparedIssue,
  type PreparedMend,
  type PreparedPatch,
  preparedIssueCodes,
} from '../../../src-preload/contract/prepared.ts';
import type { TaskingReference } from '../../../src-preload/contract/tasking.ts';
import type { KnownRequest } from '../../core/known-request.ts';
import type { NearPoint } from '../../core/near-pairs.ts';
import type { PreparedImage } from '../prepared-image.ts';
import type { RequestContext } from '../request-of-prepared.ts';

/** A prepared row as the checks see it. */
export interface CheckedRow {
  preparedId: PreparedId;
  /** In the list, from 0. */
  index: number;
  version: number;
  image: PreparedImage;
  /** The point, or the middle of the area. */
  at: NearPoint | null;
  /** Milliseconds since 1970; NaN for a time that cannot be read. */
  startMs: number;
  endMs: number;
  /** The number of the product as text, or the SKU. */
  ordered: string;
  /** What the row becomes; null if it cannot become anything yet. */
  input: CommandInput | null;
}

/** What rows are checked against. Nothing of it is asked of the service. */
export interface CheckContext extends RequestContext {
  nowMs: number;
  products: TaskingReference['products'];
  /** Returns the length of the usual window of what is ordered, in milliseconds; null if too little is known. */
  usualWindowMs: (ordered: string) => number | null;
  /** Returns the tasks and orders of the contract that are near a place. */
  requestsNear: (at: NearPoint) => readonly KnownRequest[];
  /** Returns when the newest scene of a place was acquired; null if there is none. */
  newestSceneAt: (at: NearPoint) => string | null;
}

/** How far apart two places may be to count as the same one. */
export const samePlaceMetres = 50;

/** True for two periods that have a time in common. */
export const overlap = (
  one: { startMs: number; endMs: number },
  other: { startMs: number; endMs: number },
): boolean => one.startMs < other.endMs && other.startMs < one.endMs;

const isError = (code: PreparedIssue['code']) => preparedIssueCodes.error.some((each) => each === code);

interface IssueOptions {
  column: PreparedColumn;
  values?: PreparedIssue['values'];
  mend?: { kind: PreparedMend; patch: PreparedPatch | null } | null;
}

/** Returns an issue; its severity follows from its code. */
export const issueOf = (
  code: PreparedIssue['code'],
  { column, values = {}, mend = null }: IssueOptions,
): PreparedIssue => ({ code, severity: isError(code) ? 'error' : 'warning', column, values, mend });
