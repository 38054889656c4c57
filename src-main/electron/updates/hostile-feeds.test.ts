import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { verifySignature } from 'electron-updater/out/windowsExecutableCodeSignatureVerifier.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { UpdateReason } from '../../../src-preload/contract/errors.ts';
import { type ScriptedServer, startScriptedServer } from '../../../testing/scripted-server.ts';
import {
  type Answer,
  answerWith,
  answerWithoutEnd,
  type FeedAnswers,
  feedText,
  newProgram,
  oldProgram,
  openUpdateWorld,
  sha512Of,
  type UpdateWorld,
} from '../../../testing/update-world.ts';

type Verify = typeof verifySignature;
/** What PowerShell would say on Windows. */
const verifier = vi.hoisted((): { answer: Verify } => ({ answer: async () => null }));
vi.mock('electron-updater/out/windowsExecutableCodeSignatureVerifier.js', () => ({
  verifySignature: (...given: Parameters<Verify>) => verifier.answer(...given),
}));

let world: UpdateWorld | null = null;
let elsewhere: ScriptedServer | null = null;
afterEach(async () => {
  await world?.close();
  await elsewhere?.close();
  [world, elsewhere] = [null, null];
});

async function open(...given: Parameters<typeof openUpdateWorld>): Promise<UpdateWorld> {
  world = await openUpdateWorld(...given);
  return world;
}

/** A Windows whose program is signed, after the download of an update. */
async function openOnWindows(): Promise<UpdateWorld> {
  const name = 'Nadir-Setup-0.2.0.exe';
  const opened = await open(feedOf({ name }), {
    kind: 'nsis',
    appUpdate: 'publisherName:\n  - Nadir maintainers\n',
  });
  await opened.updates.check();
  opened.updates.download();
  await opened.ended();
  return opened;
}

const html = '<!doctype html><html><title>Sign in</title><body>Welcome to this network</body></html>';
const answerStatus =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end();
const feedOf = (fields: Parameters<typeof feedText>[0]) => ({ feed: answerWith(feedText(fields)) });
const expectRefused = ({ updates }: UpdateWorld, reason: UpdateReason) =>
  expect(updates.status()).toMatchObject({
    phase: 'failed',
    error: { code: 'UPDATE_REFUSED', data: { reason } },
  });

describe('a feed is refused before anything of it is offered', () => {
  const cases: [title: string, reason: UpdateReason, answers: FeedAnswers][] = [
    ['that is not there', 'no-feed', { feed: answerStatus(404) }],
    ['whose server fails', 'no-feed', { feed: answerStatus(503) }],
    ['that is a page', 'not-a-feed', { feed: answerWith(html, { 'content-type': 'text/html' }) }],
    ['that is no YAML', 'not-a-feed', { feed: answerWith('version: [0.2.0\nfiles: {') }],
    ['that is empty', 'not-a-feed', { feed: answerWith('') }],
    ['without a list of files', 'not-a-feed', { feed: answerWith('version: 0.2.0\n') }],
    ['without an end', 'feed-large', { feed: answerWithoutEnd }],
    [
      'that is large when it is unpacked',
      'feed-large',
      { feed: answerWith(gzipSync(Buffer.alloc(5_000_000, 32)), { 'content-encoding': 'gzip' }) },
    ],
    ['of an older version', 'older', feedOf({ version: '0.0.9' })],
    ['of a version that is none', 'version', feedOf({ version: 'newest' })],
    ['of a version before a release', 'version', feedOf({ version: '0.2.0-beta.1' })],
    ['of another product', 'other-product', feedOf({ name: 'Zenith-0.2.0.AppImage' })],
    ['with a file of another version', 'other-product', feedOf({ name: 'Nadir-10.2.0.AppImage' })],
    ['with a file at another host', 'elsewhere', feedOf({ name: 'https://files.test/Nadir-0.2.0.AppImage' })],
    ['with a file in a folder above it', 'elsewhere', feedOf({ name: '../Nadir-0.2.0.AppImage' })],
    ['with a file for another system', 'no-file', feedOf({ name: 'nadir_0.2.0_amd64.deb' })],
    ['with a file for another processor', 'no-file', feedOf({ name: 'Nadir-0.2.0-arm64.AppImage' })],
    ['without a checksum', 'no-checksum', feedOf({ sha512: '' })],
    [
      'with a checksum of another kind',
      'no-checksum',
      feedOf({ sha512: 'd41d8cd98f00b204e9800998ecf8427e' }),
    ],
    ['without a size', 'size', feedOf({ size: '' })],
    ['with a size that no package has', 'size', feedOf({ size: '900000000000' })],
  ];
  it.each(cases)('%s', async (_title, reason, answers) => {
    const opened = await open(answers);
    await opened.updates.check();
    expectRefused(opened, reason);
    expect(() => opened.updates.download()).toThrow('UPDATE_REFUSED');
    expect(opened.asked()).toEqual(['/nadir/latest-linux.yml']);
    expect(opened.staged()).toEqual([]);
    expect(opened.installed().toString()).toBe(oldProgram);
  });

  it('that leads to plain http, which is not asked', async () => {
    elsewhere = await startScriptedServer({ script: (_, response) => answerWith(feedText())(response) });
    const opened = await open({
      feed: answerStatus(302, { location: `${elsewhere.origin()}/latest-linux.yml` }),
    });
    await opened.updates.check();
    expectRefused(opened, 'elsewhere');
    expect(elsewhere.seen).toEqual([]);
  });

  it('that leads to another server, also by https', async () => {
    const answers: FeedAnswers = {};
    const opened = await open(answers);
    answers.feed = answerStatus(307, { location: `${opened.server.origin('localhost')}/latest-linux.yml` });
    await opened.updates.check();
    expectRefused(opened, 'elsewhere');
    expect(opened.asked()).toEqual(['/nadir/latest-linux.yml']);
  });

  it('of a server with a certificate that nobody trusts', async () => {
    const opened = await open({}, { isTrusted: false });
    await opened.updates.check();
    expect(opened.updates.status()).toMatchObject({ phase: 'failed', error: { code: 'TLS_FAILED' } });
    expect(opened.asked()).toEqual([]);
  });

  it.each<[string, Answer]>([
    ['without a signature where one is due', answerStatus(404)],
    ['with a signature that is none', answerWith('not Base64 at all')],
    ['with the signature of another key', (response) => answerWith(sha512Of(Buffer.from('x')))(response)],
  ])('%s', async (_title, signature) => {
    const opened = await open({ signature }, { isSigned: true });
    await opened.updates.check();
    expectRefused(opened, 'unsigned');
    expect(opened.asked()).toEqual(['/nadir/latest-linux.yml', '/nadir/latest-linux.yml.sig']);
  });

  it('with the signature of another feed', async () => {
    const answers: FeedAnswers = {};
    const opened = await open(answers, { isSigned: true });
    answers.signature = answerWith(opened.signatureOf(feedText()));
    answers.feed = answerWith(feedText({ version: '0.3.0' }));
    await opened.updates.check();
    expectRefused(opened, 'unsigned');
  });
});

describe('a file is refused and removed', () => {
  const cases: [title: string, reason: UpdateReason, file: Answer][] = [
    ['that is not there', 'file-missing', answerStatus(404)],
    ['that ends early', 'cut', (response) => answerWith('short')(response)],
    [
      'whose connection breaks',
      'cut',
      (response) => {
        response.writeHead(200, { 'content-length': '1000000' });
        response.write('the first part', () => response.destroy());
      },
    ],
    ['without an end', 'too-long', answerWithoutEnd],
    ['that is a page', 'cut', answerWith(html, { 'content-type': 'text/html' })],
  ];
  it.each(cases)('%s', async (_title, reason, file) => {
    const opened = await open({ file });
    await opened.updates.check();
    opened.updates.download();
    await opened.ended();
    expectRefused(opened, reason);
    expect(opened.staged()).toEqual([]);
    await expect(opened.updates.restart()).rejects.toThrow('UPDATE_REFUSED');
    expect(opened.installs).toEqual([]);
    expect(opened.installed().toString()).toBe(oldProgram);
  });

  it('of the right size with other bytes', async () => {
    const answers: FeedAnswers = {};
    const opened = await open(answers);
    answers.file = answerWith(Buffer.alloc(newProgram.length, 1));
    await opened.updates.check();
    opened.updates.download();
    await opened.ended();
    expectRefused(opened, 'damaged');
    expect(opened.staged()).toEqual([]);
  });

  it('that leads to plain http, which is not asked', async () => {
    elsewhere = await startScriptedServer();
    const location = `${elsewhere.origin()}/Nadir-0.2.0.AppImage`;
    const opened = await open({ file: answerStatus(302, { location }) });
    await opened.updates.check();
    opened.updates.download();
    await opened.ended();
    expectRefused(opened, 'elsewhere');
    expect(elsewhere.seen).toEqual([]);
    expect(opened.staged()).toEqual([]);
  });

  it('that changed on the disk after it was checked, and is downloaded anew', async () => {
    const opened = await open();
    await opened.updates.check();
    opened.updates.download();
    await opened.ended();
    const pending = join(opened.stagingFolder, 'nadir-updater/pending');
    expect(readdirSync(pending)).toContain('Nadir-0.2.0.AppImage');
    writeFileSync(join(pending, 'Nadir-0.2.0.AppImage'), Buffer.alloc(newProgram.length, 2));
    await expect(opened.updates.restart()).rejects.toMatchObject({ data: { reason: 'changed' } });
    expect(opened.installs).toEqual([]);
    expect(opened.staged()).toEqual([]);
    opened.updates.download();
    expect(await opened.ended()).toMatchObject({ phase: 'staged' });
  });

  // PowerShell answers, or cannot: then electron-updater lets the file pass.
  it.each<[string, string, string | null]>([
    ['is that of somebody else', 'Sign verification failed', 'publisherNames: Nadir maintainers'],
    ['could not be checked', 'Cannot execute ConvertTo-Json. Ignoring signature validation', null],
  ])('of Windows whose signature is due and %s', async (_title, said, wrong) => {
    verifier.answer = async (_publishers, _path, logger) => {
      logger.warn(said);
      return wrong;
    };
    const opened = await openOnWindows();
    expectRefused(opened, 'unsigned');
    expect(opened.staged()).toEqual([]);
  });
});

describe('a good feed', () => {
  it('is asked about, downloaded, and installed, each only when it is wanted', async () => {
    const opened = await open();
    const { updates, program } = opened;
    await updates.check();
    expect(updates.status()).toMatchObject({
      phase: 'available',
      version: '0.2.0',
      sizeBytes: newProgram.length,
    });
    expect(opened.asked()).toEqual(['/nadir/latest-linux.yml']);
    expect(opened.staged()).toEqual([]);

    updates.download();
    expect(await opened.ended()).toMatchObject({ phase: 'staged', receivedBytes: newProgram.length });
    expect(opened.asked()).toEqual(['/nadir/latest-linux.yml', '/nadir/Nadir-0.2.0.AppImage']);
    expect(opened.staged()).toContain('Nadir-0.2.0.AppImage');
    expect(opened.installs).toEqual([]);
    expect(opened.installed().toString()).toBe(oldProgram);

    await updates.restart();
    expect(opened.installed().toString()).toBe(oldProgram);
    expect(opened.installs).toHaveLength(1);
    opened.installs[0]?.();
    expect(opened.installed()).toEqual(newProgram);
    // The new program runs, with the arguments of the old one.
    const folder = dirname(program);
    await vi.waitFor(
      () => expect(readFileSync(`${program}.started`, 'utf8')).toBe(`--data-dir ${folder}\n`),
      { timeout: 10_000, interval: 5 },
    );
  });

  it('leaves the installed program, and starts it again, if its file is gone in the last moment', async () => {
    const opened = await open();
    await opened.updates.check();
    opened.updates.download();
    await opened.ended();
    await opened.updates.restart();
    rmSync(opened.stagingFolder, { recursive: true });
    opened.installs[0]?.();
    expect(opened.installed().toString()).toBe(oldProgram);
    expect(opened.relaunches).toEqual(['relaunch']);
  });

  it('is not downloaded where its file cannot be written', async () => {
    const opened = await open();
    writeFileSync(opened.stagingFolder, 'a file in the place of the folder');
    await opened.updates.check();
    opened.updates.download();
    expect(await opened.ended()).toMatchObject({
      phase: 'failed',
      error: { code: 'FOLDER_NOT_WRITABLE', data: { path: opened.stagingFolder } },
    });
  });

  it('is taken with the signature that is due', async () => {
    const opened = await open({}, { isSigned: true });
    await opened.updates.check();
    expect(opened.updates.status()).toMatchObject({ phase: 'available', version: '0.2.0' });
  });

  it('is taken on Windows with the signature that is due, whose publisher is named by the installed program', async () => {
    const asked: string[][] = [];
    verifier.answer = async (publishers, _path, logger) => {
      asked.push(publishers);
      logger.warn('Signature validated using only CN Nadir maintainers');
      return null;
    };
    const opened = await openOnWindows();
    expect(opened.updates.status().phase).toBe('staged');
    expect(asked).toEqual([['Nadir maintainers']]);
  });

  it('of this version offers nothing, and what is left of its download is removed', async () => {
    const opened = await open(feedOf({ version: '0.1.0' }));
    const pending = join(opened.stagingFolder, 'nadir-updater/pending');
    mkdirSync(pending, { recursive: true });
    writeFileSync(join(pending, 'Nadir-0.1.0.AppImage'), newProgram);
    await opened.updates.check();
    expect(opened.updates.status()).toMatchObject({ phase: 'current', version: null });
    expect(opened.staged()).toEqual([]);
  });

  it('is not downloaded twice if it was before, unless the file has changed since', async () => {
    const opened = await open();
    await opened.updates.check();
    opened.updates.download();
    await opened.ended();
    const files = () => opened.asked().filter((path) => path.endsWith('.AppImage')).length;

    const second = opened.createNext();
    await second.check();
    expect(second.status().phase).toBe('available');
    second.download();
    expect(await opened.ended(second)).toMatchObject({ phase: 'staged' });
    expect(files()).toBe(1);

    const path = join(opened.stagingFolder, 'nadir-updater/pending/Nadir-0.2.0.AppImage');
    writeFileSync(path, Buffer.alloc(newProgram.length, 3));
    const third = opened.createNext();
    await third.check();
    third.download();
    expect(await opened.ended(third)).toMatchObject({ phase: 'staged' });
    expect(files()).toBe(2);
    expect(readFileSync(path)).toEqual(newProgram);
  });

  it('is read from another address although the former one has not answered yet', async () => {
    let begun: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const answers: FeedAnswers = { feed: () => begun() };
    const opened = await open(answers);
    const first = opened.updates.check();
    await isAsked;
    answers.feed = answerWith(feedText({ version: '0.3.0' }));
    opened.moveFeed('/other');
    await first;
    expect(await opened.ended()).toMatchObject({ phase: 'available', version: '0.3.0' });
    expect(opened.asked()).toEqual(['/nadir/latest-linux.yml', '/other/latest-linux.yml']);
  });

  it('is not offered to those who are outside of a staged roll-out', async () => {
    const opened = await open({ feed: answerWith(`${feedText()}stagingPercentage: 0\n`) });
    await opened.updates.check();
    expect(opened.updates.status()).toMatchObject({ phase: 'current' });
  });

  it('is given up when the download is cancelled, and nothing of it stays', async () => {
    let begun: () => void = () => undefined;
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const opened = await open({
      file(response) {
        response.writeHead(200, { 'content-length': '80000' });
        response.write('the first part', () => begun());
      },
    });
    await opened.updates.check();
    opened.updates.download();
    await isBegun;
    opened.updates.cancel();
    expect(opened.updates.status()).toMatchObject({ phase: 'available', receivedBytes: 0 });
    await vi.waitFor(() => expect(opened.staged()).toEqual([]), { timeout: 10_000, interval: 5 });
    expect(opened.errors).toEqual([]);
  });

  it('is downloaded when it is wanted again right after it was cancelled', async () => {
    let begun: () => void = () => undefined;
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const answers: FeedAnswers = {
      file(response) {
        response.writeHead(200, { 'content-length': '80000' });
        response.write('the first part', () => begun());
      },
    };
    const opened = await open(answers);
    await opened.updates.check();
    opened.updates.download();
    await isBegun;
    answers.file = answerWith(newProgram);
    opened.updates.cancel();
    opened.updates.download();
    expect(await opened.ended()).toMatchObject({ phase: 'staged' });
    expect(opened.errors).toEqual([]);
  });
});
