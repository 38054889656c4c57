import { z } from 'zod';
import type { ConnectionAddresses } from '../../../src-preload/contract/connections.ts';

/**
 * Addresses as one JSON object: the first line of the practice service, or a text from an administrator. Credentials in
 * it are ignored, because they have their own form.
 */
const announcementSchema = z.looseObject({
  auth_url: z.string(),
  legacy_auth_url: z.string().nullish(),
  accounts_url: z.string().nullish(),
  base_url: z.string(),
  catalog_url: z.string(),
  orders_url: z.string().nullish(),
  orders_prefix: z.string().nullish(),
  catalog_path: z.string(),
  contract_header: z.string(),
  tasking_audience: z.string(),
});

/** Reads the addresses from a text; null if it is not such an object. */
export function readAnnouncement(text: string): ConnectionAddresses | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = announcementSchema.safeParse(value);
  if (!parsed.success) return null;
  const { data } = parsed;
  return {
    authUrl: data.auth_url,
    legacyAuthUrl: data.legacy_auth_url ?? null,
    accountsUrl: data.accounts_url ?? null,
    baseUrl: data.base_url,
    catalogUrl: data.catalog_url,
    ordersUrl: data.orders_url ?? null,
    ordersPrefix: data.orders_prefix ?? '/v2',
    catalogPath: data.catalog_path,
    contractHeader: data.contract_header,
    taskingAudience: data.tasking_audience,
  };
}
