import { z } from 'zod';
import type { ConnectionDraft } from '../src-preload/contract/connections.ts';
import type { StoredCredentials } from './vault/vault.ts';

export interface RunningPractice {
  draft: ConnectionDraft;
  credentials: StoredCredentials;
  /** For demonstrations: where fault plans are taken. */
  controlUrl: string;
  close(): Promise<void>;
}

/** Developers and tests set the practice workspace's pace and size here, as JSON. */
const optionsSchema = z.object({
  speed: z.number().optional(),
  sceneSizePx: z.number().optional(),
  seed: z.number().optional(),
});

/** The one place of the house that starts the practice service. To everything else it is a connection like any other. */
export async function startPractice(options: {
  stateFolder: string;
  settings: string | undefined;
}): Promise<RunningPractice> {
  const { createPracticeService } = await import('./practice/create-practice-service.ts');
  const { speed, sceneSizePx, seed } = optionsSchema.parse(JSON.parse(options.settings ?? '{}'));
  const service = await createPracticeService({
    stateFolder: options.stateFolder,
    ...(speed === undefined ? {} : { speed }),
    ...(sceneSizePx === undefined ? {} : { sceneSizePx }),
    ...(seed === undefined ? {} : { seed }),
  });
  const { announcement } = service;
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
    controlUrl: service.controlUrl,
    close: () => service.close(),
  };
}
