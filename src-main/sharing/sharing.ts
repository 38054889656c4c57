import { z } from 'zod';
import {
  type SharingAddresses,
  type SharingStatus,
  type SharingTrouble,
  sharingPortSchema,
} from '../../src-preload/contract/sharing.ts';
import { createExclusive } from '../core/run-exclusive.ts';
import { systemErrorCode } from '../core/system-error.ts';
import type { JsonDocument } from '../store/json-document.ts';
import type { SharingServer } from './listen/sharing-server.ts';
import { createSharingKey, type KeyStore } from './sharing-key.ts';

/** What is kept in `sharing.json`. The key is not: it is in the keychain. */
export const sharingDocumentSchema = z.object({
  isOn: z.boolean(),
  /** The port that the user wants; null for a free one. */
  port: sharingPortSchema.nullable(),
  /** The free port of the last time: programs that know it find the library again if it is still free. */
  lastPort: sharingPortSchema.nullable(),
});
/** What is kept of the sharing. */
export type SharingDocument = z.infer<typeof sharingDocumentSchema>;

interface SharingOptions {
  document: JsonDocument<SharingDocument>;
  keys: KeyStore;
  start: (port: number, key: () => string) => Promise<SharingServer>;
  /** Remembers the key, so that it never is in a log or a support bundle. */
  remember: (key: string) => void;
  changed: () => void;
  onError: (error: unknown) => void;
}

function troubleOf(error: unknown): SharingTrouble {
  const code = systemErrorCode(error);
  return code === 'EADDRINUSE' ? 'port-taken' : code === 'EACCES' ? 'port-refused' : 'failed';
}

/** Creates the switch for other programs: whether they may read, by which port and key, and what is wrong if they cannot. */
export function createSharing({ document, keys, start, remember, changed, onError }: SharingOptions) {
  const key = createSharingKey({ keys, remember });
  let server: SharingServer | null = null;
  let state: SharingStatus['state'] = 'off';
  let trouble: SharingTrouble | null = null;
  let isClosed = false;
  // Changes are made one after another.
  const { run: runExclusive } = createExclusive();

  function setState(next: SharingStatus['state'], why: SharingTrouble | null = null) {
    state = next;
    trouble = why;
    changed();
  }

  /** Starts at the port of the user, else at that of the last time, else at a free one. */
  async function startServer(): Promise<SharingServer> {
    const { port, lastPort } = document.read();
    if (port !== null) return start(port, key.text);
    if (lastPort !== null) {
      const started = await start(lastPort, key.text).catch(() => null);
      if (started !== null) return started;
    }
    return start(0, key.text);
  }

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
      ...{ isOn, state, trouble, port },
      origin: isRunning ? `http://127.0.0.1:${server?.port}` : null,
      keyKept: isRunning ? (key.get()?.kept ?? null) : null,
    };
  }

  return {
    status,
    /** Starts it if it was on when Nadir was closed. */
    resume: () => runExclusive(apply),
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
    /** Returns the addresses with the key; null while other programs cannot read. */
    addresses(): SharingAddresses | null {
      const { origin } = status();
      const present = key.get();
      if (origin === null || present === null) return null;
      const base = `${origin}/${present.text}`;
      return { stac: `${base}/`, wmts: `${base}/wmts`, tiles: `${base}/tiles/library/{z}/{x}/{y}.png` };
    },
    /** Makes another key, which holds from the next request on, and cuts the connections that know the one of before. */
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
