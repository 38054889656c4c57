import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { storedErrorSchema } from './errors.ts';
import { connectionIdSchema, contractIdSchema } from './ids.ts';

const address = z.string().trim().min(1, 'validation.required').max(2_000).url('validation.address');

/** The values that the interface leaves open as placeholders; the code contains none of them anywhere else. */
export const connectionAddressesSchema = z.object({
  authUrl: address,
  legacyAuthUrl: address.nullable(),
  accountsUrl: address.nullable(),
  baseUrl: address,
  /**
   * The base of relative download links. Links of scenes may go only to the origins of this address and of `baseUrl`;
   * links of V2 assets are not limited to these.
   */
  catalogUrl: address,
  /** The base of the V2 calls; null if there are none. */
  ordersUrl: address.nullable(),
  /**
   * The path between `ordersUrl` and the V2 calls, '' for none (service §4.11 writes some calls with it and some
   * without).
   */
  ordersPrefix: z
    .string()
    .trim()
    .max(200)
    .regex(/^(?:\/[A-Za-z0-9._~-]+)*\/?$/, 'validation.prefix')
    .default('/v2'),
  /** The first path segment of the scene query below `baseUrl` (service §4.10). */
  catalogPath: z
    .string()
    .trim()
    .min(1, 'validation.required')
    .max(200)
    .regex(/^[A-Za-z0-9._~/-]+$/, 'validation.path'),
  /** The name of the contract header (service §5.4). */
  contractHeader: z
    .string()
    .trim()
    .min(1, 'validation.required')
    .max(100)
    .regex(/^[A-Za-z0-9-]+$/, 'validation.headerName'),
  /** The audience of the tasking token (service §4.1). */
  taskingAudience: z.string().trim().min(1, 'validation.required').max(500),
});

export const credentialKindSchema = z.enum(['oauth', 'legacy']);

export const connectionDraftSchema = z.object({
  name: z.string().trim().min(1, 'validation.required').max(100, 'validation.tooLong'),
  credentialKind: credentialKindSchema,
  addresses: connectionAddressesSchema,
});

export const connectionViewSchema = connectionDraftSchema.extend({
  id: connectionIdSchema,
  /** True for the practice workspace, whose service Nadir itself starts. */
  practice: z.boolean(),
  /** Where the credentials are stored; never the credentials. */
  credentials: z.enum(['keychain', 'session', 'none']),
  selectedContractId: contractIdSchema.nullable(),
  active: z.boolean(),
});

export const contractViewSchema = z.object({
  contractId: contractIdSchema,
  name: z.string(),
  /** The service's own word; only ACTIVE (upper or lower case) is known to be usable. */
  status: z.string(),
  account: z.string().nullable(),
  /** A list is null if the service does not say what is in it. */
  archive: z
    .object({ restrictions: z.array(z.string()).nullable(), collections: z.array(z.string()).nullable() })
    .nullable(),
  taskingHasCredentials: z.boolean().nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
});

export const connectionCheckSchema = z.object({
  steps: z.array(
    z.object({
      step: z.enum(['token', 'accounts-token', 'contracts', 'products', 'clients']),
      outcome: z.enum(['ok', 'failed', 'skipped']),
      error: storedErrorSchema.nullable(),
      /** The scopes that a token was granted, as the service wrote them; null if it did not say, and for other steps. */
      scopes: z.string().nullable(),
    }),
  ),
});

const byId = z.object({ id: connectionIdSchema });

const connectionsProcedures = {
  list: query('connections').output(z.array(connectionViewSchema)),
  add: procedure.input(connectionDraftSchema).output(connectionViewSchema),
  update: procedure
    .input(connectionDraftSchema.extend({ id: connectionIdSchema }))
    .output(connectionViewSchema),
  /** Deletes the connection and its credentials; downloaded files stay. CONFLICT for the practice workspace. */
  remove: procedure.input(byId).output(z.void()),
  activate: procedure.input(byId).output(connectionViewSchema),
  /** KEYCHAIN_UNAVAILABLE unless `sessionOnly`; credentials for the session are lost when the process ends. */
  setCredentials: procedure
    .input(
      byId.extend({
        clientId: z.string().trim().min(1, 'validation.required').max(1_000),
        clientSecret: z.string().min(1, 'validation.required').max(4_000),
        sessionOnly: z.boolean(),
      }),
    )
    .output(connectionViewSchema),
  clearCredentials: procedure.input(byId).output(connectionViewSchema),
  keychain: query().output(
    z.object({ state: z.enum(['ok', 'missing', 'locked', 'timeout', 'failed']), detail: z.string() }),
  ),
  /** Tries token, contracts and products in turn and returns which step failed and why; changes nothing. */
  check: procedure.input(byId).output(connectionCheckSchema),
};

export const connectionsDomain = declareDomain({
  procedures: connectionsProcedures,
  topics: ['connections'],
});

const byConnection = z.object({ connectionId: connectionIdSchema });

const contractsProcedures = {
  /** Returns the contracts from the local store. */
  list: query('contracts').input(byConnection).output(z.array(contractViewSchema)),
  /** Returns how many contracts of the service's last list Nadir cannot use, because they have no readable id. */
  unreadable: query('contracts').input(byConnection).output(z.number().int().nonnegative()),
  /** Fetches all pages from the service, then returns the same as `list`; an empty list for legacy connections. */
  refresh: procedure.input(byConnection).output(z.array(contractViewSchema)),
  select: procedure.input(byConnection.extend({ contractId: contractIdSchema })).output(connectionViewSchema),
};

export const contractsDomain = declareDomain({
  procedures: contractsProcedures,
  topics: ['contracts'],
});

/**
 * The addresses of a connection's token issuers and interfaces, and the names that differ from one service to
 * another. Null for an interface that the service does not have.
 */
export type ConnectionAddresses = z.infer<typeof connectionAddressesSchema>;
/**
 * The part of a connection that the user types. It contains no credentials: they are stored in the keychain by a
 * separate call.
 */
export type ConnectionDraft = z.infer<typeof connectionDraftSchema>;
/**
 * A connection for the page: the typed part, where the credentials are stored, and the selected contract. It never
 * contains the credentials.
 */
export type ConnectionView = z.infer<typeof connectionViewSchema>;
/**
 * A contract of the local list (service §2.4). A field that the service did not give is null; `archive` is null for a
 * contract without an archive.
 */
export type ContractView = z.infer<typeof contractViewSchema>;
/**
 * The result of each step of a connection check, in the order of the steps. A step that depends on a failed one is
 * `skipped`.
 */
export type ConnectionCheck = z.infer<typeof connectionCheckSchema>;
/** `oauth` gives tokens for contracts; `legacy` is the older kind, which has no contracts (service §5.5). */
export type CredentialKind = z.infer<typeof credentialKindSchema>;
