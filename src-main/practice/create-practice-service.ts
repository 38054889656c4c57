import { type PracticeOptions, practiceOptionsSchema } from './options.ts';
import { openServiceState } from './service-state.ts';
import { startServers } from './start-servers.ts';
import type { Tokens } from './tokens.ts';

/** The first line on stdout of `npm run practice`. */
interface PracticeAnnouncement {
  auth_url: string;
  legacy_auth_url: string;
  accounts_url: string;
  base_url: string;
  catalog_url: string;
  orders_url: string;
  catalog_path: string;
  contract_header: string;
  tasking_audience: string;
  credentials: { kind: 'oauth' | 'legacy'; client_id: string; client_secret: string }[];
}

interface AnnouncementOptions {
  /** The origin of the interface. */
  api: string;
  origins: { base: string; catalog: string };
  options: PracticeOptions;
  tokens: Tokens;
}

/** Returns what a connection of Nadir needs: the addresses of the service and the credentials that it accepts. */
function announcementOf({ api, origins, options, tokens }: AnnouncementOptions): PracticeAnnouncement {
  return {
    auth_url: `${api}/auth`,
    legacy_auth_url: `${api}/legacy-auth`,
    accounts_url: `${api}/accounts`,
    base_url: origins.base,
    catalog_url: origins.catalog,
    // The relative links of V2 start at the root of this origin.
    orders_url: options.ordersShape === 'other' ? `${api}/orders-api` : api,
    catalog_path: options.catalogPath,
    contract_header: options.contractHeader,
    tasking_audience: options.taskingAudience,
    credentials: tokens.credentials.map(({ kind, clientId, clientSecret }) => ({
      kind,
      client_id: clientId,
      client_secret: clientSecret,
    })),
  };
}

/** A running practice service. `announcement` has the addresses of its parts and the credentials that it accepts. */
export interface PracticeService {
  announcement: PracticeAnnouncement;
  /**
   * The address that accepts fault plans, with the key in its path; null unless the options ask for it. The announcement is
   * without it, because it is no part of the service.
   */
  controlUrl: string | null;
  close(): Promise<void>;
}

/**
 * Starts a whole service on loopback: interface and issuers on one port, the catalog, the control address (if asked for)
 * and a foreign origin (for redirects) on ports of their own. Rejects when the port is taken.
 */
export async function createPracticeService(
  input: Partial<PracticeOptions> = {},
  clock: () => number = Date.now,
): Promise<PracticeService> {
  const options = practiceOptionsSchema.parse(input);
  const state = await openServiceState(options, clock);
  try {
    const servers = await startServers(state);
    return {
      announcement: announcementOf({
        api: servers.api,
        origins: servers.origins,
        options,
        tokens: state.tokens,
      }),
      controlUrl: servers.controlUrl,
      async close() {
        await servers.close();
        await state.close();
      },
    };
  } catch (error) {
    await state.close();
    throw error;
  }
}
