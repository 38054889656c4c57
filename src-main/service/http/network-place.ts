import dns, { type LookupAddress } from 'node:dns';
import { BlockList } from 'node:net';
import ipaddr from 'ipaddr.js';
import { AppError } from '../../core/app-error.ts';
import { isLoopbackHost } from './addresses.ts';

/** The kind of place of a network address. `never`: link-local (the metadata of cloud machines), multicast, reserved. */
export type NetworkPlace = 'public' | 'private' | 'loopback' | 'never';

/** How far a server-given address may lead: to public addresses, and also to the kind of place where the connection itself is. */
export type Reach = Exclude<NetworkPlace, 'never'>;

/** Services of cloud machines at addresses outside of the link-local range: they hand out credentials to whoever asks. */
const metadataAddresses = [
  // Alibaba, Oracle, Azure; AWS and Google by IPv6.
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd20:ce::254',
].map((address) => ipaddr.parse(address).toNormalizedString());

/** IPv6 addresses that contain an IPv4 address: the obsolete form `::127.0.0.1`, and translation within one network (RFC 8215). */
const embedding = new BlockList();
embedding.addSubnet('::', 96, 'ipv6');
embedding.addSubnet('64:ff9b:1::', 48, 'ipv6');
const ownAddress = '::1';

const places: Readonly<Record<string, NetworkPlace>> = {
  unicast: 'public',
  loopback: 'loopback',
  private: 'private',
  carrierGradeNat: 'private',
  uniqueLocal: 'private',
};

/** Returns the IPv4 address if it is written as IPv6 or made by a gateway (RFC 6052); else the address itself. */
function bareAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const read = ipaddr.process(address);
  return read instanceof ipaddr.IPv6 && read.range() === 'rfc6052'
    ? new ipaddr.IPv4(read.toByteArray().slice(-4))
    : read;
}

/**
 * Returns the place of a numeric address. Reserved addresses, those of the metadata of cloud machines, and those that contain another
 * address (6to4, Teredo) are `never`.
 */
export function placeOfAddress(address: string): NetworkPlace {
  const bare = address.replace(/%.*$/, '');
  // Fewer than four parts and other number bases are obsolete spellings; they are not resolved.
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return 'never';
  const read = bareAddress(bare);
  if (metadataAddresses.includes(read.toNormalizedString())) return 'never';
  // The library takes the obsolete form for the IPv4 address in it.
  const isEmbedding = ipaddr.IPv6.isValid(bare) && embedding.check(bare, 'ipv6');
  if (isEmbedding && read.toString() !== ownAddress) return 'never';
  return places[read.range()] ?? 'never';
}

/** Returns the place of a numeric host or of `localhost`; null for a name, which must be resolved first. */
export function placeOfHost(hostname: string): NetworkPlace | null {
  if (isLoopbackHost(hostname)) return 'loopback';
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? placeOfAddress(bare) : null;
}

/** True if a request with this reach may connect to an address at this place. */
export const isWithin = (place: NetworkPlace, reach: Reach) =>
  place === 'public' || (place !== 'never' && place === reach);

/** Returns every address of a host, as the system resolves it. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** Asks the system's resolver for all addresses of a host. Rejects with its error if there is none. */
export const resolveHost: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    dns.lookup(hostname, { all: true }, (error, found) =>
      error ? reject(error) : resolve(found.map(({ address }) => address)),
    );
  });

/**
 * Returns how far a connection with these hosts lets server-given addresses lead. A host that cannot be resolved now allows
 * nothing.
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

/** The lookup function that a socket expects. */
type Lookup = (
  hostname: string,
  options: { family?: number | string | undefined; all?: boolean | undefined },
  callback: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
) => void;

const refused = (hostname: string) =>
  new AppError('ADDRESS_REFUSED', { address: `https://${hostname}/…`, reason: 'private' });

/** Refuses a numeric host outside the reach before a connection is opened. */
export function assertWithin(url: URL, reach: Reach) {
  const place = placeOfHost(url.hostname);
  if (place !== null && !isWithin(place, reach)) throw refused(url.host);
}

/**
 * Returns a lookup for connections that refuses names which resolve to a place outside the reach. It connects to the very address
 * that it checked, so a name that resolves differently a moment later (DNS rebinding) gains nothing.
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
