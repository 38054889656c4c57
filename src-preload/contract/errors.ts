import { z } from 'zod';

/** Why a file that is whole cannot be drawn; the words are in the message catalogue under `errors.raster`. */
export const undrawableReasons = [
  'no-georeference',
  'rotated',
  'unknown-projection',
  'too-large',
  'compression',
  'sample-type',
  'colours',
  'not-readable',
  'too-slow',
] as const;
/** Why the map cannot show a raster that is complete on disk. */
export type UndrawableReason = (typeof undrawableReasons)[number];

/**
 * Every failure a user can meet and act upon, with the data its message needs. The words are in the message
 * catalogue under `errors.<CODE>`; nothing here is a sentence. No data ever holds a secret or a tokened link.
 */
export const appErrorData = {
  /** No route to any network, or the host's name cannot be resolved. */
  OFFLINE: z.object({ host: z.string() }),
  /** The host did not answer: refused, timed out, reset. */
  UNREACHABLE: z.object({
    host: z.string(),
    reason: z.enum(['refused', 'timeout', 'reset', 'proxy', 'other']),
  }),
  TLS_FAILED: z.object({ host: z.string(), detail: z.string() }),
  /** The token issuer refused the credentials. */
  WRONG_CREDENTIALS: z.object({ host: z.string(), detail: z.string() }),
  /** `lastSession`: there were some, for the session that has ended only. */
  NO_CREDENTIALS: z.object({ connectionId: z.string(), lastSession: z.boolean().optional() }),
  /** A fresh token was refused too. */
  UNAUTHORIZED: z.object({ host: z.string(), detail: z.string() }),
  CONTRACT_NEEDED: z.object({ detail: z.string() }),
  /** The service read the request and said no; `fields` keyed by its own field names. */
  REFUSED: z.object({
    status: z.number(),
    detail: z.string(),
    fields: z.record(z.string(), z.array(z.string())),
  }),
  NOT_FOUND: z.object({ what: z.string() }),
  RATE_LIMITED: z.object({ host: z.string(), retryAfterSeconds: z.number().nullable() }),
  SERVICE_FAILED: z.object({ host: z.string(), status: z.number(), detail: z.string() }),
  /** The answer is not what the interface says: HTML, broken JSON, wrong shape. */
  BAD_ANSWER: z.object({ where: z.string(), detail: z.string() }),
  /** An address that the rules refuse (plain http to a remote host, userinfo, foreign origin). */
  ADDRESS_REFUSED: z.object({
    address: z.string(),
    reason: z.enum(['scheme', 'userinfo', 'foreign', 'invalid', 'redirects', 'private']),
  }),
  /**
   * The service said that what is sent there belongs elsewhere, and did nothing with it. `learned`: Nadir has seen that
   * the new place is the right one and sends there from now on.
   */
  ADDRESS_MOVED: z.object({
    host: z.string(),
    status: z.number(),
    place: z.string(),
    learned: z.boolean(),
  }),
  KEYCHAIN_UNAVAILABLE: z.object({ reason: z.enum(['missing', 'locked', 'timeout', 'failed']) }),
  DISK_FULL: z.object({ path: z.string(), neededBytes: z.number().nullable() }),
  FOLDER_NOT_WRITABLE: z.object({ path: z.string(), detail: z.string() }),
  /** Bytes that arrived are not the file that was due. */
  FILE_NOT_WHOLE: z.object({ fileName: z.string(), detail: z.string() }),
  /** A raster on disk that cannot be drawn; `detail` is a proper name or number that stands in the words. */
  RASTER_UNDRAWABLE: z.object({
    fileName: z.string(),
    reason: z.enum(undrawableReasons),
    detail: z.string(),
  }),
  /** A delivery archive that is not unpacked: `entry` is the one of its entries that is at fault, made readable. */
  ARCHIVE_REFUSED: z.object({
    fileName: z.string(),
    entry: z.string(),
    reason: z.enum([
      'absolute',
      'outside',
      'character',
      'device',
      'trailing',
      'long',
      'duplicate',
      'link',
      'encrypted',
      'packing',
      'entries',
      'bytes',
      'ratio',
      'overlap',
    ]),
  }),
  /** A submission whose answer was lost; it waits in the outbox for a look-up. */
  OUTCOME_UNKNOWN: z.object({ submissionId: z.string() }),
  CONFLICT: z.object({ detail: z.string() }),
  /** The input is out of bounds; `fields` keyed by input path. */
  INVALID_INPUT: z.object({ fields: z.record(z.string(), z.array(z.string())) }),
  CANCELLED: z.object({}),
  /** A defect of Nadir; the log has the stack under this reference. */
  DEFECT: z.object({ reference: z.string() }),
} as const;

/** The code of an error that a user can meet. `appErrorData` says for each what it means and which data it carries. */
export type AppErrorCode = keyof typeof appErrorData;
/** The data of an error with this code, for the words of its message. It never contains a secret. */
export type AppErrorData<C extends AppErrorCode> = z.infer<(typeof appErrorData)[C]>;

/** An error as it is stored beside a thing (a transfer, a sync) and shown later. */
export const storedErrorSchema = z.object({ code: z.string(), data: z.record(z.string(), z.unknown()) });
/**
 * An error as it is kept in the database. The code is any text here, because a newer or older version of Nadir may
 * have written it.
 */
export type StoredError = z.infer<typeof storedErrorSchema>;
