import type { AcquisitionPeriod } from '../../../../src-preload/contract/acquired.ts';
import type { PlaceId, PreparedId } from '../../../../src-preload/contract/ids.ts';
import type { CommandInput } from '../../../../src-preload/contract/outbox.ts';
import type { Place } from '../../../../src-preload/contract/place-values.ts';
import {
  type PreparedColumn,
  type PreparedIssue,
  type PreparedMend,
  type PreparedPatch,
  preparedIssueCodes,
} from '../../../../src-preload/contract/prepared.ts';
import type { TaskingReference } from '../../../../src-preload/contract/tasking.ts';
import type { KnownRequest } from '../../../core/known-request.ts';
import type { NearPoint } from '../../../core/near-pairs.ts';
import type { PreparedImage } from '../prepared-image.ts';
import type { RequestContext } from '../request-of-prepared.ts';

/** A task or order that is about to be sent, as the checks see it: a prepared row, a draft, or what a form asks for. */
export interface CheckedRequest {
  /** Its index in the list. */
  index: number;
  image: Pick<PreparedImage, 'kind' | 'geometry' | 'positionText' | 'values' | 'base' | 'missing'>;
  /** The point, or the middle of the area; null without a position. */
  at: NearPoint | null;
  /** Milliseconds since 1970; NaN for a time that cannot be read. */
  startMs: number;
  endMs: number;
  /** The number of the product as text, or the SKU. */
  ordered: string;
  /** The capture that an archive order is for; null for any other request. */
  outcomeId: string | null;
  /** The command; null if it cannot be sent yet. */
  input: CommandInput | null;
}

/** A prepared row as the checks see it. */
export interface CheckedRow extends CheckedRequest {
  image: PreparedImage;
  preparedId: PreparedId;
  version: number;
}

/** The task or order that had a capture made. */
export type DeliveredBy = Pick<KnownRequest, 'name' | 'from'>;

/** The data that rows are checked against. The service is not asked. */
export interface CheckContext extends RequestContext {
  nowMs: number;
  products: TaskingReference['products'];
  /** Returns the usual length of the window of a product or SKU, in milliseconds; null if there are too few windows. */
  usualWindowMs: (ordered: string) => number | null;
  /** Returns the tasks and orders of the contract near a place. */
  requestsNear: (at: NearPoint) => readonly KnownRequest[];
  /** Returns the archive orders of the contract for a capture, wherever they lie. */
  requestsOfCapture: (captureId: string) => readonly KnownRequest[];
  /** Returns the task or order of the contract that delivered a capture; null if none did. */
  deliveredBy: (captureId: string) => DeliveredBy | null;
  /** Returns true if a place lies outside the outline of a capture; false if the outline is not known. */
  isOutsideCapture: (captureId: string, at: NearPoint) => boolean;
  /** Returns when the newest scene of a place was acquired, twice the same for a moment; null if there is none with a time. */
  newestSceneAt: (at: NearPoint) => AcquisitionPeriod | null;
}

/** The data that prepared rows are checked against. */
export interface PreparedCheckContext extends CheckContext {
  /** Returns a place as it is now; null if it is not in Places. */
  placeOf: (placeId: PlaceId) => Pick<Place, 'geometry'> | null;
}

/** Two places that are no farther apart count as the same place. */
export const samePlaceMetres = 50;

/** Returns true if two periods overlap. A period that cannot be read overlaps none. */
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
