import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { isLoopbackHost } from './addresses.ts';

export interface Dispatchers {
  /** The connection pool for this address: direct, or through the proxy in force. */
  for(url: URL): Promise<Dispatcher>;
  close(): Promise<void>;
}

export interface DispatcherOptions {
  environment: Readonly<Record<string, string | undefined>>;
  systemProxy: (address: string) => Promise<string | null>;
}

const timeouts = { connect: { timeout: 10_000 }, headersTimeout: 30_000, bodyTimeout: 30_000 };

function setting(environment: DispatcherOptions['environment'], name: string): string | null {
  return environment[name.toLowerCase()] || environment[name] || null;
}

/** `NO_PROXY`: comma-separated hosts, `.suffix` or `*`; a port may follow. */
export function bypasses(noProxy: string | null, url: URL): boolean {
  return (noProxy ?? '')
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [host = '', port] = entry.split(':');
      if (port !== undefined && port !== url.port) return false;
      const name = host.replace(/^\*?\./, '');
      return url.hostname === name || url.hostname.endsWith(`.${name}`);
    });
}

/** Proxy rules: loopback never; `HTTPS_PROXY`/`HTTP_PROXY` less `NO_PROXY`; else the system's. */
export function createDispatchers({ environment, systemProxy }: DispatcherOptions): Dispatchers {
  const direct = new Agent({ ...timeouts, connections: 32 });
  const proxies = new Map<string, ProxyAgent>();
  async function proxyFor(url: URL): Promise<string | null> {
    if (isLoopbackHost(url.hostname)) return null;
    const named = setting(environment, url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
    if (named) return bypasses(setting(environment, 'NO_PROXY'), url) ? null : named;
    return systemProxy(url.origin);
  }
  return {
    async for(url) {
      const address = await proxyFor(url);
      if (address === null) return direct;
      const known = proxies.get(address);
      if (known) return known;
      const made = new ProxyAgent({ uri: address, ...timeouts });
      proxies.set(address, made);
      return made;
    },
    async close() {
      await Promise.all([direct.destroy(), ...[...proxies.values()].map((proxy) => proxy.destroy())]);
    },
  };
}
