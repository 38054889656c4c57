import { z } from 'zod';
import type { ConnectionDraft } from '../../../src-preload/contract/connections.ts';

/** Addresses as one JSON object: the practice service's first line, or what an administrator hands out. */
const announcementSchema = z.looseObject({
  auth_url: z.string(),
  legacy_auth_url: z.string().nullish(),
  accounts_url: z.string().nullish(),
  base_url: z.string(),
  catalog_url: z.string(),
  orders_url: z.string().nullish(),
  catalog_path: z.string(),
  contract_header: z.string(),
  tasking_audience: z.string(),
  credentials: z
    .array(z.object({ kind: z.enum(['oauth', 'legacy']), client_id: z.string(), client_secret: z.string() }))
    .optional(),
});

export interface Announcement {
  addresses: ConnectionDraft['addresses'];
  credentials: { kind: 'oauth' | 'legacy'; clientId: string; clientSecret: string }[];
}

/** Null when the text is no such object. */
export function readAnnouncement(text: string): Announcement | null {
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
    addresses: {
      authUrl: data.auth_url,
      legacyAuthUrl: data.legacy_auth_url ?? null,
      accountsUrl: data.accounts_url ?? null,
      baseUrl: data.base_url,
      catalogUrl: data.catalog_url,
      ordersUrl: data.orders_url ?? null,
      catalogPath: data.catalog_path,
      contractHeader: data.contract_header,
      taskingAudience: data.tasking_audience,
    },
    credentials: (data.credentials ?? []).map((each) => ({
      kind: each.kind,
      clientId: each.client_id,
      clientSecret: each.client_secret,
    })),
  };
}
