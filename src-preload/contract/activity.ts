import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';

/** The part of Nadir that made a request; its name is under `activity.asker.<name>` in the catalogue. */
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
  'maps',
  'imports',
  'updates',
  'other',
]);

/** A request to the service. Its address contains no tokens. */
export const requestRowSchema = z.object({
  id: z.number(),
  at: z.string(),
  method: z.string(),
  address: z.string(),
  /** Null while there is no answer, and if none has arrived. */
  status: z.number().nullable(),
  /** The code of the error. */
  error: z.string().nullable(),
  durationMs: z.number(),
  sizeBytes: z.number().nullable(),
  /** 2 or more if the same request failed before because of a temporary problem. */
  attempt: z.number(),
  requestOrigin: requestOriginSchema,
  underWay: z.boolean(),
});

const headersSchema = z.record(z.string(), z.string());

export const requestDetailsSchema = requestRowSchema.extend({
  /** Secrets in the headers are masked. */
  sentHeaders: headersSchema,
  sentBody: z.string().nullable(),
  receivedHeaders: headersSchema.nullable(),
  /** The body of a failed answer; null for other answers, and if it was dropped in favour of newer ones. */
  receivedBody: z.string().nullable(),
  /** The origins that redirects led to, in order; the paths are left out. */
  ledTo: z.array(z.string()),
});

export const requestFilterSchema = z.object({
  text: z.string().max(200),
  failedOnly: z.boolean(),
  origin: z.string().max(2_000).nullable(),
  /** The highest id to list, for a paused list; null for all. */
  upTo: z.number().int().nullable(),
});

/**
 * The files of a support bundle. The purpose of each is described under `activity.support.file.<name>`, without the
 * extension.
 */
export const bundleFileNameSchema = z.enum([
  'about.json',
  'settings.json',
  'connections.json',
  'notices.json',
  'state.json',
  'database.json',
  'self-test.json',
  'requests.json',
  'failed-requests.json',
  'log.txt',
]);

/** A file of a support bundle, as it would be saved. */
const bundleFileSchema = z.object({
  name: bundleFileNameSchema,
  text: z.string(),
  sizeBytes: z.number(),
});

const byId = z.object({ id: z.number().int() });
const fileNames = z.array(bundleFileNameSchema).max(100);

const procedures = {
  /** Returns the last few thousand requests since the start of Nadir from memory, newest first. */
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
        /** The number of the newest request, whatever the filter. */
        newestId: z.number(),
        origins: z.array(z.string()),
      }),
    ),
  /** NOT_FOUND if the request was dropped in favour of newer ones. */
  request: query('requests').input(byId).output(requestDetailsSchema),
  /** Returns the request as a command line, with names of variables in place of secrets. */
  command: procedure.input(byId.extend({ shell: z.enum(['posix', 'powershell']) })).output(z.string()),
  clearRequests: procedure.output(z.void()),
  /** Makes a support bundle. It stays in memory until the next one; nothing is sent or written to the disk. */
  makeBundle: procedure.output(z.object({ bundleId: z.string(), files: z.array(bundleFileSchema) })),
  /**
   * Returns the bundle as a zip archive in Base64, without the files left out and with the note. CONFLICT if there is a
   * newer bundle.
   */
  packBundle: procedure
    .input(z.object({ bundleId: z.string().max(100), without: fileNames, note: z.string().max(20_000) }))
    .output(z.object({ fileName: z.string(), base64: z.string() })),
};

export const activityDomain = declareDomain({
  procedures,
  topics: ['requests'],
});

/** The part of Nadir that made a request, for the list of requests in Settings. */
export type RequestOrigin = z.infer<typeof requestOriginSchema>;
/**
 * A request in the list of requests. Times are ISO 8601 in UTC; `sizeBytes` is the length of the answer's body, null
 * while it is not known.
 */
export type RequestRow = z.infer<typeof requestRowSchema>;
/** A request with its headers and bodies, secrets masked. `receivedHeaders` is null if no answer has arrived. */
export type RequestDetails = z.infer<typeof requestDetailsSchema>;
/**
 * Filters the list of requests: those whose row contains `text`, of one origin (scheme, host and port of the
 * address), or of all origins if `origin` is null.
 */
export type RequestFilter = z.infer<typeof requestFilterSchema>;
/**
 * The name of a file of a support bundle. The list is closed, so that the page can explain each file before it is
 * saved.
 */
export type BundleFileName = z.infer<typeof bundleFileNameSchema>;
/** A file of a support bundle as text, with secrets already masked; `sizeBytes` is its length in UTF-8. */
export type BundleFile = z.infer<typeof bundleFileSchema>;
