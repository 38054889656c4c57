import { z } from 'zod';

/** The reasons why a complete file cannot be drawn; the texts are in the catalogue under `errors.raster`. */
export const undrawableReasons = [
  'too-large',
  'too-many-bands',
  'wide-rows',
  'large-blocks',
  'file-beside',
  'compression',
  'complex-samples',
  'mixed-samples',
  'sample-type',
  'colours',
  'not-readable',
  'too-slow',
] as const;
/** The reason why the map cannot show a raster that is complete on the disk. */
export type UndrawableReason = (typeof undrawableReasons)[number];

/** The reasons why one of the user's own maps cannot be used; the texts are in the catalogue under `errors.map`. */
export const mapReasons = [
  // A file.
  'file-missing',
  'file-no-access',
  'file-kind',
  'file-empty',
  'other-format',
  'geopackage',
  'truncated',
  'damaged',
  'no-tiles-table',
  'no-metadata',
  'no-tiles',
  'no-index',
  'vector-format',
  'tile-format',
  'tile-not-vector',
  'tile-unpacked',
  'tile-complex',
  'zoom-range',
  'bounds',
  'tile-large',
  'tile-pixels',
  'tile-not-picture',
  'pmtiles-version',
  'compression',
  'directory',
  'metadata',
  'too-slow',
  'too-much-memory',
  'no-place',
  // A copy of a file, or a reference layer.
  'copy-cut',
  'copy-gone',
  'reference-missing',
  'reference-damaged',
  'reference-empty',
  'reference-position',
  // An address.
  'address-incomplete',
  'placeholder',
  'placeholder-in-host',
  'subdomains',
  'key-missing',
  'key-unused',
  'key-several',
  // What a server says about its maps.
  'capabilities-html',
  'capabilities-text',
  'capabilities-doctype',
  'capabilities-large',
  'capabilities-deep',
  'capabilities-other',
  'capabilities-empty',
  'exception',
  'no-layers',
  'layer-unknown',
  'no-matrix-set',
  'no-projection',
  'no-picture-format',
  'no-address',
  // A tile of a server.
  'answer-html',
  'answer-text',
  'answer-not-picture',
  'answer-large',
  'answer-pixels',
  'answer-cut',
  'answer-denied',
  'answer-missing',
  'answer-status',
  'legend-none',
  // An area that is to be saved.
  'offline-not-allowed',
  'area-large',
  'area-outside',
  'area-zooms',
] as const;
/** The reason why one of the user's own maps cannot be used. */
export type MapReason = (typeof mapReasons)[number];

/** The reasons why a package of another Nadir is refused as a whole; the texts are in the catalogue under `errors.package`. */
export const packageReasons = [
  // The archive.
  'not-zip',
  'empty',
  'file-large',
  'entry',
  'too-large',
  'bomb',
  'damaged',
  'unknown-part',
  // The manifest.
  'no-manifest',
  'manifest',
  'other-format',
  'newer-version',
  // A part.
  'missing-part',
  'size',
  'checksum',
  'count',
  'too-many',
  'long-line',
  'encoding',
  'json',
  'depth',
  'key',
  'item',
  'duplicate',
  'no-list',
  'no-file',
  'map-file',
  'nested-archive',
] as const;
/** The reason why a package is refused. */
export type PackageReason = (typeof packageReasons)[number];

/** The reasons why an update of Nadir is refused; the texts are in the catalogue under `errors.update`. */
export const updateReasons = [
  // The feed.
  'no-feed',
  'not-a-feed',
  'feed-large',
  'elsewhere',
  'version',
  'older',
  'other-product',
  'no-file',
  'no-checksum',
  'size',
  'unsigned',
  // The file.
  'file-missing',
  'too-long',
  'cut',
  'damaged',
  'changed',
  // The moment.
  'busy',
  'not-offered',
] as const;
/** The reason why an update of Nadir is refused. */
export type UpdateReason = (typeof updateReasons)[number];

/**
 * Every failure that a user can meet and act upon, with the data for its message. The texts are in the catalogue
 * under `errors.<CODE>`; no sentence is written here. Every procedure declares all of them. The data never contains a
 * secret or a link with a token.
 */
export const appErrors = {
  /** No network is available, or the name of the host cannot be resolved. */
  OFFLINE: { data: z.object({ host: z.string() }) },
  /** The host did not answer: the connection was refused, timed out or was reset. */
  UNREACHABLE: {
    data: z.object({
      host: z.string(),
      reason: z.enum(['refused', 'timeout', 'reset', 'proxy', 'other']),
    }),
  },
  TLS_FAILED: { data: z.object({ host: z.string(), detail: z.string() }) },
  /** The token issuer refused the credentials. */
  WRONG_CREDENTIALS: { data: z.object({ host: z.string(), detail: z.string() }) },
  /** `lastSession`: there were credentials, but only for a session that has ended. */
  NO_CREDENTIALS: { data: z.object({ connectionId: z.string(), lastSession: z.boolean().optional() }) },
  /** The service does not allow a request: 403, or 401 with a new token too. */
  UNAUTHORIZED: { data: z.object({ host: z.string(), detail: z.string() }) },
  CONTRACT_NEEDED: { data: z.object({ detail: z.string() }) },
  /** The service read the request and refused it; the keys of `fields` are its own field names. */
  REFUSED: {
    data: z.object({
      status: z.number(),
      detail: z.string(),
      fields: z.record(z.string(), z.array(z.string())),
    }),
  },
  NOT_FOUND: { data: z.object({ what: z.string() }) },
  RATE_LIMITED: { data: z.object({ host: z.string(), retryAfterSeconds: z.number().nullable() }) },
  SERVICE_FAILED: { data: z.object({ host: z.string(), status: z.number(), detail: z.string() }) },
  /** The answer does not match the interface: HTML, broken JSON or a wrong shape. */
  BAD_ANSWER: { data: z.object({ where: z.string(), detail: z.string() }) },
  /** An address that is not allowed (plain http to a remote host, userinfo, foreign origin). */
  ADDRESS_REFUSED: {
    data: z.object({
      address: z.string(),
      reason: z.enum(['scheme', 'userinfo', 'foreign', 'invalid', 'redirects', 'private']),
    }),
  },
  /**
   * The service answered that the request belongs to another address, and did nothing with it. `learned`: Nadir has
   * verified the new address and uses it from now on.
   */
  ADDRESS_MOVED: {
    data: z.object({
      host: z.string(),
      status: z.number(),
      place: z.string(),
      learned: z.boolean(),
    }),
  },
  KEYCHAIN_UNAVAILABLE: { data: z.object({ reason: z.enum(['missing', 'locked', 'timeout', 'failed']) }) },
  DISK_FULL: { data: z.object({ path: z.string(), neededBytes: z.number().nullable() }) },
  FOLDER_NOT_WRITABLE: { data: z.object({ path: z.string(), detail: z.string() }) },
  /** The file stays where it is: `detail`, an item or a folder, cannot be read, and may say that another scene has the file. */
  OWNER_UNKNOWN: { data: z.object({ path: z.string(), detail: z.string() }) },
  /** A link in the path of a library's file leads out of the library, so that it is somebody else's file: it is not touched. */
  PATH_LINKED: { data: z.object({ path: z.string() }) },
  /** Another file has been put in the place of a library's file while it was about to be deleted; it stays. */
  FILE_REPLACED: { data: z.object({ path: z.string() }) },
  /** A further library folder is not there, or does not answer; its state is one of `folderStates`. */
  FOLDER_AWAY: { data: z.object({ path: z.string(), state: z.string() }) },
  /** The file stays where it is: its drive has no trash, or the system refused. */
  TRASH_FAILED: { data: z.object({ path: z.string(), detail: z.string() }) },
  /** The bytes that arrived are not the expected file. */
  FILE_NOT_WHOLE: { data: z.object({ fileName: z.string(), detail: z.string() }) },
  /** A raster on the disk cannot be drawn; `detail` is a proper name or number for the text. */
  RASTER_UNDRAWABLE: {
    data: z.object({
      fileName: z.string(),
      reason: z.enum(undrawableReasons),
      detail: z.string(),
    }),
  },
  /** A delivery archive is refused and not unpacked: `entry` is the entry that caused it, made readable. */
  ARCHIVE_REFUSED: {
    data: z.object({
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
  },
  /** A package of another Nadir is refused, and nothing of it is used; `detail` is a part, a line or a number for the text. */
  PACKAGE_REFUSED: {
    data: z.object({ fileName: z.string(), reason: z.enum(packageReasons), detail: z.string() }),
  },
  /** An update of Nadir is refused, and nothing of it is used; `detail` is a name, a version or a number for the text. */
  UPDATE_REFUSED: { data: z.object({ reason: z.enum(updateReasons), detail: z.string() }) },
  /** One of the user's own maps cannot be used; `detail` is a name, a number or a text of the server for the text. */
  MAP_UNUSABLE: { data: z.object({ name: z.string(), reason: z.enum(mapReasons), detail: z.string() }) },
  /**
   * This submission waits in the outbox, is being sent, or its answer was lost; an equal one is not sent before its outcome is
   * known.
   */
  OUTCOME_UNKNOWN: { data: z.object({ submissionId: z.string() }) },
  /** An equal command was sent a moment ago, as by a second click or in another tab; `remoteId` is what it created, null if unknown. */
  JUST_SENT: { data: z.object({ submissionId: z.string(), remoteId: z.string().nullable() }) },
  /** Others have prepared this, and nobody has approved it on this computer, which the settings require. */
  NOT_APPROVED: { data: z.object({}) },
  /**
   * This draft was handed over, and another Nadir has sent it as far as can be seen: `remoteId`, `by` and `at` are empty where they
   * are not known. `isAbsent` is true if a package says so, but the service has nothing with that id under this contract. Nothing
   * was sent; the user decides.
   */
  SENT_ELSEWHERE: {
    data: z.object({
      kind: z.enum(['task', 'order']),
      name: z.string(),
      remoteId: z.string(),
      by: z.string(),
      at: z.string(),
      isAbsent: z.boolean().optional(),
    }),
  },
  /** `name` is that of the row which the conflict is about, where the detail needs it. */
  CONFLICT: { data: z.object({ detail: z.string(), name: z.string().optional() }) },
  /** The input is invalid; the keys of `fields` are input paths. */
  INVALID_INPUT: { data: z.object({ fields: z.record(z.string(), z.array(z.string())) }) },
  CANCELLED: { data: z.object({}) },
  /** A defect of Nadir; the log contains the stack under this reference. */
  DEFECT: { data: z.object({ reference: z.string() }) },
} as const;

/** The code of an error that a user can meet. `appErrors` describes the meaning and the data of each. */
export type AppErrorCode = keyof typeof appErrors;
/** The data of an error with this code, for its message. It never contains a secret. */
export type AppErrorData<C extends AppErrorCode> = z.infer<(typeof appErrors)[C]['data']>;

/** An error that is stored with a transfer, a sync or another row and shown later. */
export const storedErrorSchema = z.object({ code: z.string(), data: z.record(z.string(), z.unknown()) });
/**
 * An error in the database. The code is any text here, because a newer or older version of Nadir may have written it.
 */
export type StoredError = z.infer<typeof storedErrorSchema>;
