import type { ConnectionDraft } from '../../../src-preload/contract/connections.ts';
import { safeAddress } from '../../service/http/addresses.ts';

/** Throws ADDRESS_REFUSED if an address breaks the rules for requests, which are checked as soon as it is entered. */
export function checkAddresses({ addresses }: ConnectionDraft) {
  const { authUrl, legacyAuthUrl, accountsUrl, baseUrl, catalogUrl, ordersUrl } = addresses;
  for (const address of [authUrl, legacyAuthUrl, accountsUrl, baseUrl, catalogUrl, ordersUrl]) {
    if (address !== null) safeAddress(address);
  }
}

/** Returns the origins that a secret or a token is sent to, each once. Links of the catalog contain neither. */
export function secretOriginsOf({ addresses }: ConnectionDraft): string[] {
  const { authUrl, legacyAuthUrl, accountsUrl, baseUrl, ordersUrl } = addresses;
  const all = [authUrl, legacyAuthUrl, accountsUrl, baseUrl, ordersUrl];
  return [
    ...new Set(all.flatMap((address) => (address === null ? [] : [URL.parse(address)?.origin ?? address]))),
  ];
}
