import { z } from 'zod';
import {
  type SharingAddresses,
  type SharingStatus,
  type SharingTrouble,
  sharingPortSchema,
} from '../../../src-preload/contract/sharing.ts';
import { createSerialRunner } from '../../core/serial-runner.ts';
import { systemErrorCode } from '../../core/system-error.ts';
import type { JsonDocument } from '../../store/json-document.ts';
import type { SharingServer } from './listen/sharing-server.ts';
import { createSharingKey, type KeyStore } from './sharing-key.ts';

/** The content of `sharing.json`. The key is in the keychain instead. */
export const sharingDocumentSchema = z.object({
  isOn: z.boolean(),
  /** The port that the user wants; null for a free one. */
  port: sharingPortSchema.nullable(),
  /** The free port of the last time. It is tried first, so that programs which have the address keep working. */
  lastPort: sharingPortSchema.nullable(),
});
/** The stored settings of sharing. */
export type SharingDocument = z.infer<typeof sharingDocumentSchema>;

interface SharingOptions {
  document: JsonDocument<SharingDocument>;
  keys: KeyStore;
  start: (port: number, key: () => string) => Promise<SharingServer>;
  /** Adds the key to the secrets that are removed from logs and support bundles. */
  remember: (key: string) => void;
  changed: () => void;
  onError: (error: unknown) => void;
}

function troubleOf(error: unknown): SharingTrouble {
  const code = systemErrorCode(error);
  return code === 'EADDRINUSE' ? 'port-taken' : code === 'EACCES' ? 'port-refused' : 'failed';
}

/** Creates sharing with other programs: its server, port and key, and the reason if it does not work. */
export function createSharing({ document, keys, start, remember, changed, onError }: SharingOptions) {
  const key = createSharingKey({ keys, remember });
  let server: SharingServer | null = null;
  let state: SharingStatus['state'] = 'off';
  let trouble: SharingTrouble | null = null;
  let isClosed = false;
  // Changes are made one after another.
  const { run: runExclusive } = createSerialRunner();

  function setState(next: SharingStatus['state'], why: SharingTrouble | null = null) {
    state = next;
    trouble = why;
    changed();
  }

  /** Starts the server at the port of the user, or else at that of the last time, or else at a free one. */
  async function startServer(): Promise<SharingServer> {
    const { port, lastPort } = document.read();
    if (port !== null) return start(port, key.text);
    if (lastPort !== null) {
      const started = await start(lastPort, key.text).catch(() => null);
      if (started !== null) return started;
    }
    return start(0, key.text);
  }

  /** Restarts or stops the server by the stored settings. */
  async function apply(): Promise<void> {
    const { isOn, port, lastPort } = document.read();
    await server?.close();
    server = null;
    if (!isOn || isClosed) return setState('off');
    setState('starting');
    try {
      await key.load();
      server = await startServer();
      if (port === null && server.port !== lastPort)
        document.write({ ...document.read(), lastPort: server.port });
      setState('on');
    } catch (error) {
      const why = troubleOf(error);
      if (why === 'failed') onError(error);
      setState('failed', why);
    }
  }

  function status(): SharingStatus {
    const { isOn, port } = document.read();
    const isRunning = state === 'on' && server !== null;
    return {
      isOn,
      state,
      trouble,
      port,
      origin: isRunning ? `http://127.0.0.1:${server?.port}` : null,
      keyKept: isRunning ? (key.get()?.kept ?? null) : null,
    };
  }

  return {
    status,
    /** Starts the server if sharing was on when Nadir was closed. */
    resume: () => runExclusive(apply),
    /** Stores changed settings and applies them; resolves with the new status. */
    set: (change: { isOn?: boolean | undefined; port?: number | null | undefined }) =>
      runExclusive(async () => {
        const before = document.read();
        const next = {
          ...before,
          isOn: change.isOn ?? before.isOn,
          port: change.port === undefined ? before.port : change.port,
        };
        document.write(next);
        const isSame = next.isOn === before.isOn && next.port === before.port;
        if (!isSame || state === 'failed') await apply();
        return status();
      }),
    /** Returns the addresses with the key; null while the server is not running. */
    addresses(): SharingAddresses | null {
      const { origin } = status();
      const present = key.get();
      if (origin === null || present === null) return null;
      const base = `${origin}/${present.text}`;
      return { stac: `${base}/`, wmts: `${base}/wmts`, tiles: `${base}/tiles/library/{z}/{x}/{y}.png` };
    },
    /** Replaces the key and restarts the server, which closes all connections; resolves with the new status. */
    renewKey: () =>
      runExclusive(async () => {
        await key.renew();
        if (server !== null) await apply();
        else changed();
        return status();
      }),
    close: () =>
      runExclusive(async () => {
        isClosed = true;
        await server?.close();
        server = null;
      }),
  };
}
