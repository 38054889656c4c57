import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ConnectionDraft } from '../../src-preload/contract/connections.ts';
import { startPracticeThread } from '../practice/practice-thread.ts';
import type { StoredCredentials } from '../vault/vault.ts';

/** A practice service that runs in its own thread, and what is needed to connect to it. */
export interface RunningPractice {
  draft: ConnectionDraft;
  credentials: StoredCredentials;
  /**
   * The address that accepts fault plans, for tests and demonstrations; null unless requested. It gives full control of the
   * service.
   */
  controlUrl: string | null;
  close(): Promise<void>;
}

/** Developers and tests set the pace and size of the practice workspace here, as JSON. */
const optionsSchema = z.object({
  speed: z.number().optional(),
  sceneSizePx: z.number().optional(),
  seed: z.number().optional(),
});

/** The message of the thread once the service listens. */
const readySchema = z.object({
  announcement: z.object({
    auth_url: z.string(),
    legacy_auth_url: z.string(),
    accounts_url: z.string(),
    base_url: z.string(),
    catalog_url: z.string(),
    orders_url: z.string(),
    catalog_path: z.string(),
    contract_header: z.string(),
    tasking_audience: z.string(),
    credentials: z.array(
      z.object({ kind: z.enum(['oauth', 'legacy']), client_id: z.string(), client_secret: z.string() }),
    ),
  }),
  controlUrl: z.string().nullable(),
});

/** Writes the file in which programs find the control address, if there is one; it gives full control of the service. */
export function writeControlFile(stateFolder: string, controlUrl: string | null): void {
  const path = join(stateFolder, 'control.json');
  // Deleted first, so that the new file gets its own rights.
  rmSync(path, { force: true });
  if (controlUrl === null) return;
  mkdirSync(stateFolder, { recursive: true });
  writeFileSync(path, JSON.stringify({ control_url: controlUrl }), { mode: 0o600 });
}

/**
 * Starts the practice service in its own thread, so that no request to it blocks the main loop. Only this function starts it; for the
 * rest of Nadir it is a normal connection.
 */
export async function startPractice(options: {
  stateFolder: string;
  settings: string | undefined;
  /** True if the service is to have a control address. */
  control: boolean;
  /** Called if the service ends unexpectedly after it has started. */
  stopped: (error: Error) => void;
}): Promise<RunningPractice> {
  const { speed, sceneSizePx, seed } = optionsSchema.parse(JSON.parse(options.settings ?? '{}'));
  const thread = await startPracticeThread(
    {
      stateFolder: options.stateFolder,
      control: options.control,
      ...(speed === undefined ? {} : { speed }),
      ...(sceneSizePx === undefined ? {} : { sceneSizePx }),
      ...(seed === undefined ? {} : { seed }),
    },
    options.stopped,
  );
  const { announcement, controlUrl } = readySchema.parse(thread.ready);
  const own = announcement.credentials.find((credentials) => credentials.kind === 'oauth');
  if (!own) throw new Error('the practice service announced no credentials');
  return {
    draft: {
      name: 'Practice',
      credentialKind: 'oauth',
      addresses: {
        authUrl: announcement.auth_url,
        legacyAuthUrl: announcement.legacy_auth_url,
        accountsUrl: announcement.accounts_url,
        baseUrl: announcement.base_url,
        catalogUrl: announcement.catalog_url,
        ordersUrl: announcement.orders_url,
        ordersPrefix: '/v2',
        catalogPath: announcement.catalog_path,
        contractHeader: announcement.contract_header,
        taskingAudience: announcement.tasking_audience,
      },
    },
    credentials: { clientId: own.client_id, clientSecret: own.client_secret },
    controlUrl,
    close: thread.close,
  };
}
