import ipaddr from 'ipaddr.js';
import { Agent, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { AppError } from '../../app-error.ts';
import { isLoopbackHost } from './addresses.ts';
import { assertWithin, lookupWithin, type Reach, type Resolve, resolveHost } from './network-place.ts';
import type { ProxyAddress } from './receive.ts';

interface Route {
  dispatcher: Dispatcher;
  /** By way of a proxy: then a connection that fails is the proxy's, not the service's. */
  proxied: boolean;
}

/** The way of one request of a download, judged here and taken by a thread. */
interface TransferRoute {
  proxy: ProxyAddress | null;
  connectMs: number;
  /** Where a name led when it was judged: the thread asks nobody else. Null: as the system resolves it. */
  addresses: readonly string[] | null;
}

type ConnectionUse = 'pooled' | 'single';

/** Chooses how a request travels: directly or through a proxy, on a kept connection or on a fresh one. */
export interface Dispatchers {
  /**
   * The connections for this address: direct, or through the proxy in force. `pooled` ones are kept and used again;
   * a `single` one is made for the call. (A kept one may be long dead, which shows only once a body was written to it:
   * for what must not be sent twice that would leave the outcome open.)
   * With a `reach` the address was given by a server, and is outside the connection: ADDRESS_REFUSED where it lies beyond.
   */
  for(url: URL, use: ConnectionUse, reach?: Reach | null): Promise<Route>;
  /** The same for downloads, which have threads and connections of their own: many of them never stand in the way of a call. */
  route(url: URL, reach: Reach | null): Promise<TransferRoute>;
  close(): Promise<void>;
}

/**
 * Where proxies and names come from. `systemProxy` resolves with the proxy of the system for an address, or null for
 * none.
 */
export interface DispatcherOptions {
  environment: Readonly<Record<string, string | undefined>>;
  systemProxy: (address: string) => Promise<string | null>;
  connectTimeoutMs?: number;
  /** The system's resolver; tests pass one that they answer themselves. */
  resolve?: Resolve;
}

function setting(environment: DispatcherOptions['environment'], name: string): string | null {
  return environment[name.toLowerCase()] || environment[name] || null;
}

/** `NO_PROXY`: comma-separated hosts, `.suffix` or `*`; a port may follow. */
export function bypasses(noProxy: string | null, url: URL): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return (noProxy ?? '')
    .split(/[,\s]+/)
    .map((entry) => entry.toLowerCase())
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, host = entry, entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      if (entryPort !== undefined && entryPort !== port) return false;
      const name = host.replace(/^\*?\./, '');
      return url.hostname === name || url.hostname.endsWith(`.${name}`);
    });
}

/** `user:password@` of a proxy address as the header it means; the rest of the address holds no secret then. */
function proxyOf(address: string): ProxyAddress {
  // As curl reads it, `host:port` is an http proxy.
  const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError('unsupported proxy');
  if (url.username === '' && url.password === '') return { uri: url.href };
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  return { uri: url.href, token: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Proxy rules: loopback never; `HTTPS_PROXY`/`HTTP_PROXY` less `NO_PROXY`; else the system's. */
export function createDispatchers({
  environment,
  systemProxy,
  connectTimeoutMs = 10_000,
  resolve = resolveHost,
}: DispatcherOptions): Dispatchers {
  const connect = { timeout: connectTimeoutMs };
  const timeouts = { headersTimeout: 30_000, bodyTimeout: 30_000 };
  /** No pipelining at all is undici's way to say: one request per connection. */
  const uses = {
    pooled: {},
    single: { pipelining: 0 },
  };
  const direct = {
    pooled: new Agent({ ...timeouts, connect, connections: 32 }),
    single: new Agent({ ...timeouts, connect, ...uses.single }),
  };
  const proxies = new Map<string, ProxyAgent>();
  /** Connections to other places than the connection's own, kept apart: what one reach allows is not reused for another. */
  const elsewhere = new Map<string, Agent>();

  function agentElsewhere(use: ConnectionUse, reach: Reach): Agent {
    const key = `${use} ${reach}`;
    const known = elsewhere.get(key);
    if (known) return known;
    const lookup = lookupWithin(reach, resolve);
    const agent = new Agent({ ...timeouts, ...uses[use], connect: { ...connect, lookup } });
    elsewhere.set(key, agent);
    return agent;
  }

  function addressesWithin(hostname: string, reach: Reach): Promise<string[]> {
    return new Promise((fulfil, reject) => {
      lookupWithin(reach, resolve)(hostname, { all: true }, (error, found) => {
        if (error) reject(error);
        else fulfil(typeof found === 'string' ? [found] : found.map(({ address }) => address));
      });
    });
  }

  async function proxyFor(url: URL): Promise<string | null> {
    if (isLoopbackHost(url.hostname)) return null;
    const named = setting(environment, url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
    if (named) return bypasses(setting(environment, 'NO_PROXY'), url) ? null : named;
    return systemProxy(url.origin);
  }

  function makeProxy(address: string, url: URL, use: ConnectionUse): ProxyAgent {
    try {
      return new ProxyAgent({
        ...proxyOf(address),
        ...timeouts,
        ...uses[use],
        proxyTls: connect,
        requestTls: connect,
        // Without this a proxy that takes the connection and says nothing holds the request for five minutes.
        clientFactory: (origin, options) => new Pool(origin, { ...options, ...timeouts, ...uses[use] }),
      });
    } catch (cause) {
      throw new AppError('UNREACHABLE', { host: url.host, reason: 'proxy' }, { cause });
    }
  }

  return {
    async for(url, use, reach = null) {
      if (reach !== null) assertWithin(url, reach);
      const address = await proxyFor(url);
      // Behind a proxy names are resolved by the proxy: then only what is written in digits can be judged here.
      if (address === null)
        return { dispatcher: reach === null ? direct[use] : agentElsewhere(use, reach), proxied: false };
      const key = `${use} ${address}`;
      const dispatcher = proxies.get(key) ?? makeProxy(address, url, use);
      proxies.set(key, dispatcher);
      return { dispatcher, proxied: true };
    },
    async route(url, reach) {
      if (reach !== null) assertWithin(url, reach);
      const address = await proxyFor(url);
      try {
        const proxy = address === null ? null : proxyOf(address);
        const judged =
          reach !== null && proxy === null && !ipaddr.isValid(url.hostname.replace(/^\[|\]$/g, ''));
        const addresses = judged ? await addressesWithin(url.hostname, reach) : null;
        return { proxy, connectMs: connectTimeoutMs, addresses };
      } catch (cause) {
        if (!(cause instanceof TypeError)) throw cause;
        throw new AppError('UNREACHABLE', { host: url.host, reason: 'proxy' }, { cause });
      }
    },
    async close() {
      const all = [...Object.values(direct), ...proxies.values(), ...elsewhere.values()];
      await Promise.all(all.map((dispatcher) => dispatcher.destroy()));
    },
  };
}
