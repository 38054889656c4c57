import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { AppError } from '../app-error.ts';
import { isLoopbackHost } from './addresses.ts';

/** Where an address of the network lies. `never`: link-local (the metadata of cloud machines), multicast, reserved. */
export type NetworkPlace = 'public' | 'private' | 'loopback' | 'never';

/** How far a server-given address may lead: to public ones, and besides to the place where the connection itself is. */
export type Reach = Exclude<NetworkPlace, 'never'>;

type Range = [network: string, prefix: number];

function blockList(ranges: readonly Range[]): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges)
    list.addSubnet(network, prefix, isIP(network) === 6 ? 'ipv6' : 'ipv4');
  return list;
}

const loopback = blockList([
  ['127.0.0.0', 8],
  ['::1', 128],
]);
const privateNetworks = blockList([
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['fc00::', 7],
]);
/** The last of each kind carry an address of the other version inside, which would get past this list. */
const reserved = blockList([
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
  ['192.88.99.0', 24],
  ['::', 128],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['2001::', 32],
  ['2002::', 16],
]);

/** Of an address in digits; IPv4 written as IPv6 counts as IPv4. */
export function placeOfAddress(address: string): NetworkPlace {
  const bare = address.replace(/%.*$/, '');
  const family = isIP(bare) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(bare) === 0) return 'never';
  if (loopback.check(bare, family)) return 'loopback';
  if (privateNetworks.check(bare, family)) return 'private';
  return reserved.check(bare, family) ? 'never' : 'public';
}

/** Of a host that is written in digits or as `localhost`; null for a name, which only the resolver knows. */
export function placeOfHost(hostname: string): NetworkPlace | null {
  if (isLoopbackHost(hostname)) return 'loopback';
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? null : placeOfAddress(bare);
}

export const isWithin = (place: NetworkPlace, reach: Reach) =>
  place === 'public' || (place !== 'never' && place === reach);

/** Every address of a host, as the system resolves it. */
export type Resolve = (hostname: string) => Promise<string[]>;

export const resolveHost: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, found) =>
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
export function lookupWithin(reach: Reach, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const outside = addresses.some((address) => !isWithin(placeOfAddress(address), reach));
        if (outside) return callback(refused(hostname), '', 0);
        const wanted = options.family === 4 || options.family === 6 ? options.family : 0;
        const found = addresses
          .map((address): LookupAddress => ({ address, family: isIP(address) }))
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
