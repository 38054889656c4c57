import { z } from 'zod';
import { procedure, query } from './base.ts';

/** Which part of Nadir asked; words under `activity.asker.<name>` in the catalogue. */
export const requestOriginSchema = z.enum([
  'sign-in',
  'contracts',
  'check',
  'reference',
  'task-sync',
  'task',
  'order-sync',
  'order',
  'outbox',
  'scenes',
  'downloads',
  'other',
]);

/** One request to the service. Its address is without tokens. */
export const requestRowSchema = z.object({
  id: z.number(),
  at: z.string(),
  method: z.string(),
  address: z.string(),
  /** Null while there is no answer, and where none came. */
  status: z.number().nullable(),
  /** Code of what failed. */
  error: z.string().nullable(),
  durationMs: z.number(),
  sizeBytes: z.number().nullable(),
  /** 2 and more: the same was asked before, and failed in passing. */
  attempt: z.number(),
  requestOrigin: requestOriginSchema,
  underWay: z.boolean(),
});

const headersSchema = z.record(z.string(), z.string());

export const requestDetailsSchema = requestRowSchema.extend({
  /** Secrets in them are masked. */
  sentHeaders: headersSchema,
  sentBody: z.string().nullable(),
  receivedHeaders: headersSchema.nullable(),
  /** Of failed answers; null also where it was let go for newer ones. */
  receivedBody: z.string().nullable(),
  /** Where redirects led, in turn; the paths are left out. */
  ledTo: z.array(z.string()),
});

export const requestFilterSchema = z.object({
  text: z.string().max(200),
  failedOnly: z.boolean(),
  origin: z.string().max(2_000).nullable(),
  /** Those up to this one, for a list that is held; null for all. */
  upTo: z.number().int().nullable(),
});

/** The files of a support bundle; what each is for is said under `activity.support.file.<name>`, without its ending. */
export const bundleFileNameSchema = z.enum([
  'about.json',
  'settings.json',
  'connections.json',
  'notices.json',
  'state.json',
  'database.json',
  'requests.json',
  'failed-requests.json',
  'log.txt',
]);

/** One file of a support bundle, as it would be saved. */
const bundleFileSchema = z.object({
  name: bundleFileNameSchema,
  text: z.string(),
  sizeBytes: z.number(),
});

const byId = z.object({ id: z.number().int() });
const fileNames = z.array(bundleFileNameSchema).max(100);

export const activityContract = {
  /** The newest first, from memory: since Nadir started, the last few thousand. */
  requests: query('requests')
    .input(
      z.object({
        filter: requestFilterSchema,
        offset: z.number().int().min(0),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(
      z.object({
        total: z.number(),
        rows: z.array(requestRowSchema),
        /** Of all requests, whatever the filter. */
        newestId: z.number(),
        origins: z.array(z.string()),
      }),
    ),
  /** NOT_FOUND when it was let go for newer ones. */
  request: query('requests').input(byId).output(requestDetailsSchema),
  /** The request as a command line, with names of variables in the place of secrets. */
  command: procedure.input(byId.extend({ shell: z.enum(['posix', 'powershell']) })).output(z.string()),
  clearRequests: procedure.output(z.void()),
  /** Puts a support bundle together. It stays in memory until the next one; nothing is sent or written anywhere. */
  makeBundle: procedure.output(z.object({ bundleId: z.string(), files: z.array(bundleFileSchema) })),
  /**
   * The bundle as a zip archive, without the files left out and with the note, in Base64; CONFLICT when there is a newer bundle.
   */
  packBundle: procedure
    .input(z.object({ bundleId: z.string().max(100), without: fileNames, note: z.string().max(20_000) }))
    .output(z.object({ fileName: z.string(), base64: z.string() })),
};

/** The part of Nadir that made a request, for the list of requests in Settings. */
export type RequestOrigin = z.infer<typeof requestOriginSchema>;
/**
 * A request in the list of requests. Times are ISO 8601 in UTC; `sizeBytes` is the length of the answer's body, null
 * while it is not known.
 */
export type RequestRow = z.infer<typeof requestRowSchema>;
/** A request with its headers and bodies, secrets masked. `receivedHeaders` is null where no answer came. */
export type RequestDetails = z.infer<typeof requestDetailsSchema>;
/**
 * Which requests are listed: those whose row contains `text`, of one origin (scheme, host and port of the address) or
 * of all where `origin` is null.
 */
export type RequestFilter = z.infer<typeof requestFilterSchema>;
/**
 * The name of a file of a support bundle. The list is closed, so that the page can explain each file before it is
 * saved.
 */
export type BundleFileName = z.infer<typeof bundleFileNameSchema>;
/** A file of a support bundle as text, with secrets already masked; `sizeBytes` is its length in UTF-8. */
export type BundleFile = z.infer<typeof bundleFileSchema>;
