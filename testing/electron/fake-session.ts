import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import type { CustomScheme, Protocol, SaveDialogOptions, Session } from 'electron';
import { preventable } from './preventable.ts';

type PermissionRequestHandler = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>;
type PermissionCheckHandler = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>;
type DevicePermissionHandler = NonNullable<Parameters<Session['setDevicePermissionHandler']>[0]>;
type ProtocolHandler = Parameters<Protocol['handle']>[1];
interface RequestListener {
  urls: string[];
  decide: (details: { url: string }, callback: (response: { cancel?: boolean }) => void) => void;
}

/** Custom schemes: declared once and before `ready`, handled after it. */
export class FakeProtocol {
  readonly privileged: CustomScheme[] = [];
  readonly #handlers = new Map<string, ProtocolHandler>();
  readonly #isReady: () => boolean;
  #declared = false;

  constructor(isReady: () => boolean) {
    this.#isReady = isReady;
  }

  registerSchemesAsPrivileged(schemes: CustomScheme[]): void {
    if (this.#isReady())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    if (this.#declared) throw new Error('registerSchemesAsPrivileged can only be called once');
    this.#declared = true;
    this.privileged.push(...schemes);
  }

  handle(scheme: string, handler: ProtocolHandler): void {
    if (!this.#isReady()) throw new Error('protocol.handle can only be called after app is ready');
    if (this.#handlers.has(scheme)) throw new Error(`The scheme '${scheme}' is already handled`);
    this.#handlers.set(scheme, handler);
  }

  isProtocolHandled(scheme: string): boolean {
    return this.#handlers.has(scheme);
  }

  /**
   * A request of the page, as the network stack gives it to the handler (lib/browser/api/protocol.ts of Electron): the handler learns
   * nothing of a request that the page gives up, except that its answer is no longer read.
   */
  async fetch(address: string, { signal, ...init }: RequestInit = {}): Promise<Response> {
    const scheme = new URL(address).protocol.slice(0, -1);
    const handler = this.#handlers.get(scheme);
    if (!handler) throw new Error(`net::ERR_UNKNOWN_URL_SCHEME ${address}`);
    const reply = await handler(new Request(address, init));
    if (!(reply instanceof Response)) throw new Error('net::ERR_UNEXPECTED');
    const { status, headers } = reply;
    if (reply.body === null) return new Response(null, { status, headers });
    const bytes = Readable.fromWeb(reply.body);
    // Who destroys a stream hears of the reason that was given for it.
    bytes.on('error', () => undefined);
    if (signal?.aborted) bytes.destroy();
    else signal?.addEventListener('abort', () => bytes.destroy(), { once: true });
    signal?.throwIfAborted();
    return new Response(Readable.toWeb(bytes), { status, headers });
  }
}

/** `https://*​/*` and the like: scheme, host and path, each with stars. */
function matches(pattern: string, address: string): boolean {
  const expression = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${expression}$`).test(address);
}

/** As open as Electron's own session is until handlers are set: every permission is granted, every address loaded. */
export class FakeSession extends EventEmitter {
  readonly protocol: FakeProtocol;
  proxyRule = 'DIRECT';
  /** The options of the dialogs in which downloads are saved, in turn. */
  readonly saveDialogs: SaveDialogOptions[] = [];
  #permissionRequest: PermissionRequestHandler | null = null;
  #permissionCheck: PermissionCheckHandler | null = null;
  #device: DevicePermissionHandler | null = null;
  #beforeRequest: RequestListener | null = null;

  constructor(protocol: FakeProtocol) {
    super();
    this.protocol = protocol;
  }

  readonly webRequest = {
    onBeforeRequest: (filter: { urls: string[] }, decide: RequestListener['decide']) => {
      this.#beforeRequest = { urls: filter.urls, decide };
    },
  };

  setPermissionRequestHandler(handler: PermissionRequestHandler | null) {
    this.#permissionRequest = handler;
  }
  setPermissionCheckHandler(handler: PermissionCheckHandler | null) {
    this.#permissionCheck = handler;
  }
  setDevicePermissionHandler(handler: DevicePermissionHandler | null) {
    this.#device = handler;
  }
  async resolveProxy(_address: string): Promise<string> {
    return this.proxyRule;
  }

  /** The page asks for a permission. */
  asksPermission(
    contents: Electron.WebContents,
    permission: Parameters<PermissionRequestHandler>[1],
    details: { requestingUrl: string; isMainFrame: boolean },
  ): boolean {
    if (this.#permissionRequest === null) return true;
    const decided: boolean[] = [];
    this.#permissionRequest(contents, permission, (granted) => decided.push(granted), details);
    if (decided.length !== 1) throw new Error('the handler has to decide, once');
    return decided[0] === true;
  }

  /** Chromium looks whether a permission is there. */
  checksPermission(permission: Parameters<PermissionCheckHandler>[1], origin: string): boolean {
    return (
      this.#permissionCheck?.(null, permission, origin, { isMainFrame: true, requestingUrl: origin }) ?? true
    );
  }

  allowsDevice(details: Parameters<DevicePermissionHandler>[0]): boolean {
    return this.#device?.(details) ?? true;
  }

  /** Whether a request of a page goes out. */
  lets(address: string): boolean {
    const listener = this.#beforeRequest;
    if (!listener?.urls.some((pattern) => matches(pattern, address))) return true;
    let cancelled = false;
    listener.decide({ url: address }, ({ cancel }) => {
      cancelled = cancel === true;
    });
    return !cancelled;
  }

  /** Whether a download that a page began goes on; the user then saves it where `savedTo` says. */
  downloads(address: string, { fileName = 'table.csv', savedTo = '' } = {}): boolean {
    const event = preventable({ url: address });
    const item = Object.assign(new EventEmitter(), {
      getURL: () => address,
      getFilename: () => fileName,
      getSavePath: () => savedTo,
      setSaveDialogOptions: (options: SaveDialogOptions) => void this.saveDialogs.push(options),
    });
    this.emit('will-download', event, item, {});
    if (event.defaultPrevented) return false;
    item.emit('done', {}, savedTo === '' ? 'cancelled' : 'completed');
    return true;
  }
}
