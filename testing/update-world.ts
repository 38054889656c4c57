import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { createElectronUpdates } from '../src-main/electron/updates/electron-updates.ts';
import type { PackageKind } from '../src-main/electron/updates/update-feed.ts';
import { createUpdateTransport, feedLimits } from '../src-main/features/support/updates/update-transport.ts';
import { createUpdates } from '../src-main/features/support/updates/updates.ts';
import type { UpdateStatus } from '../src-preload/contract/updates.ts';
import { makeHttpClient } from './make-http-client.ts';
import { type Script, startScriptedServer } from './scripted-server.ts';
import { makeTestCertificate } from './test-certificate.ts';
import { trustCertificate } from './trust-certificate.ts';

/** A program that says beside itself that it was started. */
export const newProgram = Buffer.from(`#!/bin/sh\necho "$@" > "$0.started"\n#${'new '.repeat(20_000)}\n`);
export const oldProgram = 'the old program';

export const sha512Of = (bytes: Uint8Array) => createHash('sha512').update(bytes).digest('base64');

export type Answer = (response: ServerResponse) => void;

/** The lines of a feed as electron-builder writes it, but for what is given. */
export function feedText(
  fields: { version?: string; name?: string; sha512?: string; size?: string } = {},
): string {
  const { version = '0.2.0', name = `Nadir-${version}.AppImage` } = fields;
  const { sha512 = sha512Of(newProgram), size = String(newProgram.length) } = fields;
  return [
    `version: ${version}`,
    'files:',
    `  - url: ${name}`,
    ...(sha512 === '' ? [] : [`    sha512: ${sha512}`]),
    ...(size === '' ? [] : [`    size: ${size}`]),
    `path: ${name}`,
    ...(sha512 === '' ? [] : [`sha512: ${sha512}`]),
    "releaseDate: '2026-11-28T00:00:00.000Z'",
    '',
  ].join('\n');
}

export const answerWith =
  (body: string | Uint8Array, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(200, { 'content-length': String(Buffer.byteLength(body)), ...headers }).end(body);

/** A body without an end, as fast as it is read. */
export const answerWithoutEnd: Answer = (response) => {
  response.writeHead(200);
  const piece = Buffer.alloc(65_536, 32);
  const more = () => {
    if (response.destroyed) return;
    if (response.write(piece)) setImmediate(more);
    else response.once('drain', more);
  };
  more();
};

export interface FeedAnswers {
  feed?: Answer;
  file?: Answer;
  signature?: Answer;
}

/**
 * An AppImage of Nadir 0.1.0 on the disk, electron-updater in front of it, and a server with a feed: a good one of 0.2.0, but for the
 * answers that are given. Nothing of it is installed unless `install` is called.
 */
export async function openUpdateWorld(
  answers: FeedAnswers = {},
  options: { kind?: PackageKind; appUpdate?: string; isSigned?: boolean; isTrusted?: boolean } = {},
) {
  const { kind = 'appimage', appUpdate = '', isSigned = false, isTrusted = true } = options;
  const folder = mkdtempSync(join(tmpdir(), 'nadir-updates-'));
  const [resources, staging] = [join(folder, 'resources'), join(folder, '.nadir-updates')];
  mkdirSync(resources);
  writeFileSync(join(resources, 'app-update.yml'), `updaterCacheDirName: nadir-updater\n${appUpdate}`);
  const program = join(folder, 'Nadir.AppImage');
  writeFileSync(program, oldProgram);
  vi.stubEnv('APPIMAGE', program);

  const tls = makeTestCertificate({ hosts: ['localhost'], forAddress: true });
  const distrust = isTrusted ? trustCertificate(tls.cert) : () => undefined;
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const signatureOf = (text: string, key: KeyObject = privateKey) =>
    sign(null, Buffer.from(text), key).toString('base64');
  const server = await startScriptedServer({ tls });
  const play: Script = ({ path }, response) => {
    if (path.includes('.yml.sig')) (answers.signature ?? answerWith(signatureOf(feedText())))(response);
    else if (path.includes('.yml')) (answers.feed ?? answerWith(feedText()))(response);
    else (answers.file ?? answerWith(newProgram))(response);
  };
  server.play(play);

  const client = makeHttpClient({ limits: { ...feedLimits, totalMs: 5_000 } });
  const installs: (() => void)[] = [];
  const relaunches: string[] = [];
  const createInstaller = () =>
    createElectronUpdates({
      version: '0.1.0',
      kind,
      processor: 'x64',
      args: ['--data-dir', folder],
      resourcesFolder: resources,
      stagingFolder: staging,
      userDataFolder: join(folder, 'electron'),
      managed: { offBy: null, signingKey: isSigned ? publicKey : null },
      quit: () => undefined,
      relaunch: () => void relaunches.push('relaunch'),
      closeAndInstall: (install) => void installs.push(install),
    });
  let address = `${server.origin()}/nadir`;
  const phases: UpdateStatus['phase'][] = [];
  const errors: unknown[] = [];
  const create = () => {
    const updates = createUpdates({
      installer: createInstaller(),
      address: () => address,
      transportFor: (feed) => createUpdateTransport(client.httpClient, feed),
      changed: () => phases.push(updates.status().phase),
      onError: (error) => errors.push(error),
    });
    return updates;
  };
  const updates = create();

  return {
    updates,
    server,
    phases,
    errors,
    installs,
    relaunches,
    program,
    signatureOf,
    /** The paths that were asked for, without their queries. */
    asked: () => server.seen.map(({ path }) => path.replace(/\?.*$/, '')),
    installed: () => readFileSync(program),
    /** The names of all files that were downloaded or begun. */
    staged: () => listFiles(staging),
    stagingFolder: staging,
    /** Another start of Nadir 0.1.0 with the same folders. */
    createNext: create,
    moveFeed(path: string) {
      address = `${server.origin()}${path}`;
      updates.settingsChanged();
    },
    /** Resolves when the check or the download has ended in one way or the other. */
    ended: (each = updates) =>
      vi.waitFor(
        () => {
          if (['checking', 'downloading', 'waiting'].includes(each.status().phase))
            throw new Error('not yet');
          return each.status();
        },
        { timeout: 20_000, interval: 5 },
      ),
    async close() {
      updates.close();
      await client.close();
      await server.close();
      distrust();
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type UpdateWorld = Awaited<ReturnType<typeof openUpdateWorld>>;

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
