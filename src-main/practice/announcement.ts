import type { PracticeOptions } from './options.ts';
import type { Tokens } from './tokens.ts';

/** The first line on stdout of `npm run practice`. */
export interface PracticeAnnouncement {
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
export function announcementOf({ api, origins, options, tokens }: AnnouncementOptions): PracticeAnnouncement {
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
