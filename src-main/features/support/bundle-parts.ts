import { open } from 'node:fs/promises';
import { arch, platform as osName, release, totalmem } from 'node:os';
import { join } from 'node:path';
import type { ConnectionView } from '../../../src-preload/contract/connections.ts';
import type { Settings } from '../../../src-preload/contract/settings.ts';
import { databaseFacts } from './database-facts.ts';
import type { Notices } from './notices.ts';
import { isFailed, type RequestLog } from './request-log.ts';
import type { BundlePart } from './support-bundle.ts';

/** The sources of a support bundle. Everything is read when the bundle is created. */
export interface BundlePartsOptions {
  folder: string;
  version: string;
  host: string;
  libraryFolder: () => string;
  languages: () => readonly string[];
  settings: () => Settings;
  connections: () => Promise<ConnectionView[]>;
  notices: Notices;
  requests: RequestLog;
  /** Resolves with the report of the last self-test; null if there was none. */
  selfTest: () => Promise<unknown>;
  /** Returns the states of the present syncs. */
  syncs: () => unknown;
  now: () => Date;
}

const logTailBytes = 512 * 1_024;
const maxRequests = 1_000;
const maxFailed = 200;
/** The limit for all failed requests together. */
const maxFailedCharacters = 2_000_000;

/** Returns the end of a file, from the start of a line; null if there is no file. */
async function tailOf(path: string, bytes: number): Promise<string | null> {
  const file = await open(path).catch(() => null);
  if (file === null) return null;
  try {
    const { size } = await file.stat();
    const length = Math.min(size, bytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const text = buffer.subarray(0, bytesRead).toString('utf8');
    return size > bytes ? text.slice(text.indexOf('\n') + 1) : text;
  } finally {
    await file.close();
  }
}

/** Returns the files of a support bundle; the texts under `support.file` explain them to the user. */
export function bundleParts(options: BundlePartsOptions): BundlePart[] {
  const { folder, requests } = options;
  const everything = { text: '', origin: null, upTo: null };
  return [
    {
      name: 'about.json',
      read: () => ({
        madeAt: options.now().toISOString(),
        nadir: options.version,
        host: options.host,
        system: `${osName()} ${release()} ${arch()}`,
        versions: {
          node: process.versions.node,
          electron: process.versions.electron ?? null,
          sqlite: process.versions.sqlite ?? null,
        },
        languages: options.languages(),
        timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
        upForSeconds: Math.round(process.uptime()),
        memoryBytes: { ...process.memoryUsage(), ofThisComputer: totalmem() },
        dataFolder: folder,
        libraryFolder: options.libraryFolder(),
      }),
    },
    {
      name: 'settings.json',
      read() {
        // The workspace shows what the user worked on and does not help, so only its keys are included.
        const { workspace, ...settings } = options.settings();
        return { ...settings, workspaceKeys: Object.keys(workspace) };
      },
    },
    {
      name: 'connections.json',
      async read() {
        const connections = await options.connections();
        return connections.map(({ id: _, selectedContractId, ...connection }) => ({
          ...connection,
          contractChosen: selectedContractId !== null,
        }));
      },
    },
    { name: 'notices.json', read: () => options.notices.list() },
    { name: 'state.json', read: () => ({ syncs: options.syncs() }) },
    { name: 'database.json', read: () => databaseFacts(join(folder, 'nadir.db')) },
    {
      name: 'self-test.json',
      read: async () =>
        (await options.selfTest()) ?? 'There was no self-test: start Nadir with --self-test.\n',
    },
    {
      name: 'requests.json',
      read() {
        const page = { offset: 0, limit: maxRequests };
        return requests.list({ ...everything, failedOnly: false }, page).rows;
      },
    },
    {
      name: 'failed-requests.json',
      read() {
        const failed = requests.list(
          { ...everything, failedOnly: true },
          { offset: 0, limit: maxFailed },
        ).rows;
        let room = maxFailedCharacters;
        return failed.filter(isFailed).map(({ id }) => {
          const details = requests.get(id);
          room -= (details.receivedBody?.length ?? 0) + (details.sentBody?.length ?? 0);
          return room > 0 ? details : { ...details, sentBody: null, receivedBody: null };
        });
      },
    },
    {
      name: 'log.txt',
      async read() {
        const path = join(folder, 'logs', 'nadir.log');
        const current = (await tailOf(path, logTailBytes)) ?? '';
        const older = await tailOf(`${path}.1`, logTailBytes - Buffer.byteLength(current));
        return `${older ?? ''}${current}` || 'The log is empty.\n';
      },
    },
  ];
}
