import dns, { type LookupAddress } from 'node:dns';
import ipaddr from 'ipaddr.js';
import { AppError } from '../../app-error.ts';
import { isLoopbackHost } from './addresses.ts';

/** Where an address of the network lies. `never`: link-local (the metadata of cloud machines), multicast, reserved. */
export type NetworkPlace = 'public' | 'private' | 'loopback' | 'never';

/** How far a server-given address may lead: to public ones, and besides to the place where the connection itself is. */
export type Reach = Exclude<NetworkPlace, 'never'>;

const places: Readonly<Record<string, NetworkPlace>> = {
  unicast: 'public',
  loopback: 'loopback',
  private: 'private',
  carrierGradeNat: 'private',
  uniqueLocal: 'private',
};

/** An IPv4 address that is written as IPv6, or that a gateway makes of one (RFC 6052), counts as what it is. */
function bareAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const read = ipaddr.process(address);
  return read instanceof ipaddr.IPv6 && read.range() === 'rfc6052'
    ? new ipaddr.IPv4(read.toByteArray().slice(-4))
    : read;
}

/** Of an address in digits. What carries another address inside (6to4, Teredo) and all that is reserved is nowhere. */
export function placeOfAddress(address: string): NetworkPlace {
  const bare = address.replace(/%.*$/, '');
  // Fewer than four parts and other bases are names of the past: nobody is asked by them.
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return 'never';
  return places[bareAddress(bare).range()] ?? 'never';
}

/** Of a host that is written in digits or as `localhost`; null for a name, which only the resolver knows. */
export function placeOfHost(hostname: string): NetworkPlace | null {
  if (isLoopbackHost(hostname)) return 'loopback';
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? placeOfAddress(bare) : null;
}

/** Whether an address at this place may be reached by a request of this reach. */
export const isWithin = (place: NetworkPlace, reach: Reach) =>
  place === 'public' || (place !== 'never' && place === reach);

/** Every address of a host, as the system resolves it. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** Asks the system's resolver for all addresses of a host. Rejects with its error when there is none. */
export const resolveHost: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    dns.lookup(hostname, { all: true }, (error, found) =>
      error ? reject(error) : resolve(found.map(({ address }) => address)),
    );
  });

/**
 * How far a connection at these hosts lets server-given addresses lead. One that cannot be resolved now opens nothing.
 */
export async function reachOf(hostnames: readonly string[], resolve: Resolve): Promise<Reach> {
  for (const hostname of hostnames) {
    const written = placeOfHost(hostname);
    const places =
      written === null ? (await resolve(hostname).catch(() => [])).map(placeOfAddress) : [written];
    const own = places.find((place) => place === 'loopback' || place === 'private');
    if (own === 'loopback' || own === 'private') return own;
  }
  return 'public';
}

/** As a socket asks for it. */
type Lookup = (
  hostname: string,
  options: { family?: number | string | undefined; all?: boolean | undefined },
  callback: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
) => void;

const refused = (hostname: string) =>
  new AppError('ADDRESS_REFUSED', { address: `https://${hostname}/…`, reason: 'private' });

/** A host in digits that lies outside the reach is refused before anything is opened. */
export function assertWithin(url: URL, reach: Reach) {
  const place = placeOfHost(url.hostname);
  if (place !== null && !isWithin(place, reach)) throw refused(url.host);
}

/**
 * A lookup for connections that refuses names which resolve to a place outside the reach. The address that is checked is the one
 * that is connected to: a name that resolves otherwise a moment later (DNS rebinding) gains nothing.
 */
export function lookupWithin(reach: Reach, resolve: Resolve): Lookup {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const outside = addresses.some((address) => !isWithin(placeOfAddress(address), reach));
        if (outside) return callback(refused(hostname), '', 0);
        const wanted = options.family === 4 || options.family === 6 ? options.family : 0;
        const found = addresses
          .map(
            (address): LookupAddress => ({
              address,
              family: ipaddr.parse(address).kind() === 'ipv4' ? 4 : 6,
            }),
          )
          .filter(({ family }) => wanted === 0 || family === wanted);
        const [first] = found;
        if (first === undefined)
          return callback(
            Object.assign(new Error(`no address of ${hostname}`), { code: 'ENOTFOUND' }),
            '',
            0,
          );
        if (options.all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), '', 0),
    );
  };
}
