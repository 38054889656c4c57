import ipaddr from 'ipaddr.js';
import { Agent, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { AppError } from '../../core/app-error.ts';
import { isLoopbackHost } from './addresses.ts';
import { assertWithin, lookupWithin, type Reach, type Resolve, resolveHost } from './network-place.ts';
import type { ProxyAddress } from './receive.ts';
import { trustSystemCertificates } from './system-certificates.ts';

interface Route {
  dispatcher: Dispatcher;
  /** True if the request goes through a proxy: a connection that fails is then the proxy's fault, not the service's. */
  proxied: boolean;
}

/** The route of one download request. It is checked here and used by a download thread. */
interface TransferRoute {
  proxy: ProxyAddress | null;
  connectMs: number;
  /**
   * The addresses that the name resolved to when it was checked; the thread does not resolve it again. Null: the system resolves
   * it.
   */
  addresses: readonly string[] | null;
}

type ConnectionUse = 'pooled' | 'single';

/** Chooses how a request travels: directly or through a proxy, on a kept connection or on a fresh one. */
export interface Dispatchers {
  /**
   * Returns the connections for this address: direct, or through the proxy in force. `pooled` connections are kept and used
   * again; a `single` one is made for this call. (A kept connection may be closed by now, which is noticed only after a body
   * was written to it; for a request that must not be sent twice, the outcome would then be unknown.) Pass a `reach` if a
   * server gave the address and it is outside the connection: throws ADDRESS_REFUSED if the address is outside that reach.
   */
  for(url: URL, use: ConnectionUse, reach?: Reach | null): Promise<Route>;
  /** Returns the same for downloads, which have their own threads and connections, so that many downloads never delay a call. */
  route(url: URL, reach: Reach | null): Promise<TransferRoute>;
  close(): Promise<void>;
}

/**
 * Where the proxies and the resolved names come from. `systemProxy` resolves with the system's proxy for an address, or with null
 * if there is none.
 */
export interface DispatcherOptions {
  environment: Readonly<Record<string, string | undefined>>;
  systemProxy: (address: string) => Promise<string | null>;
  connectTimeoutMs?: number;
  /** The system's resolver; tests pass their own. */
  resolve?: Resolve;
}

function setting(environment: DispatcherOptions['environment'], name: string): string | null {
  return environment[name.toLowerCase()] || environment[name] || null;
}

/** Implements `NO_PROXY`: comma-separated hosts, `.suffix` or `*`; a port may follow. */
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

/** Moves `user:password@` of a proxy address into the header, so that the rest of the address contains no secret. */
function proxyOf(address: string): ProxyAddress {
  // `host:port` without a scheme is an http proxy, as in curl.
  const url = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TypeError('unsupported proxy');
  if (url.username === '' && url.password === '') return { uri: url.href };
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  url.username = '';
  url.password = '';
  return { uri: url.href, token: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/**
 * Applies the proxy rules: no proxy for loopback; else `HTTPS_PROXY`/`HTTP_PROXY` except for `NO_PROXY`; else the system's proxy.
 */
export function createDispatchers({
  environment,
  systemProxy,
  connectTimeoutMs = 10_000,
  resolve = resolveHost,
}: DispatcherOptions): Dispatchers {
  const connect = { timeout: connectTimeoutMs };
  // HTTP/1.1 alone: a request has its own connection where that decides whether it may have been carried out.
  const commonOptions = { headersTimeout: 30_000, bodyTimeout: 30_000, allowH2: false };
  /** In undici, a pipelining of 0 means one request per connection. */
  const uses = {
    pooled: {},
    single: { pipelining: 0 },
  };
  const direct = {
    pooled: new Agent({ ...commonOptions, connect, connections: 32 }),
    single: new Agent({ ...commonOptions, connect, ...uses.single }),
  };
  const proxies = new Map<string, ProxyAgent>();
  /** Connections to places outside the connection, kept apart: a connection that one reach allowed is not reused for another. */
  const elsewhere = new Map<string, Agent>();

  function agentElsewhere(use: ConnectionUse, reach: Reach): Agent {
    const key = `${use} ${reach}`;
    const known = elsewhere.get(key);
    if (known) return known;
    const lookup = lookupWithin(reach, resolve);
    const agent = new Agent({ ...commonOptions, ...uses[use], connect: { ...connect, lookup } });
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
        ...commonOptions,
        ...uses[use],
        proxyTls: connect,
        requestTls: connect,
        // Without this, a proxy that accepts the connection but does not answer would hold the request for five minutes.
        clientFactory: (origin, options) => new Pool(origin, { ...options, ...commonOptions, ...uses[use] }),
      });
    } catch (cause) {
      throw new AppError('UNREACHABLE', { host: url.host, reason: 'proxy' }, { cause });
    }
  }

  return {
    async for(url, use, reach = null) {
      if (reach !== null) assertWithin(url, reach);
      const address = await proxyFor(url);
      if (url.protocol === 'https:' || address?.startsWith('https:')) trustSystemCertificates();
      // A proxy resolves the names itself, so only an address that is written in digits can be checked here.
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
