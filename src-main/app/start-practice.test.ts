import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { startPractice, writeControlFile } from './start-practice.ts';

let stateFolder: string;

beforeEach(() => {
  stateFolder = mkdtempSync(join(tmpdir(), 'nadir-start-practice-'));
  return () => rmSync(stateFolder, { recursive: true, force: true });
});

async function start(control = false, settings = '{"speed":1,"sceneSizePx":64,"seed":7}') {
  const stopped: Error[] = [];
  const running = await startPractice({
    stateFolder,
    settings,
    control,
    stopped: (error) => stopped.push(error),
  });
  onTestFinished(() => running.close());
  return { ...running, stopped };
}

const statusOf = async (url: string) => {
  const { statusCode, body } = await request(url);
  await body.dump();
  return statusCode;
};

it('has no control address unless it is asked for', async () => {
  expect((await start()).controlUrl).toBeNull();
  const { controlUrl } = await start(true);
  expect(await statusOf(`${controlUrl}/log`)).toBe(200);
});

it('is held by nothing that holds the practice service, and ends although it is held', async () => {
  const { draft, close, stopped } = await start();
  // None of its servers is of this thread.
  expect(process.getActiveResourcesInfo().filter((name) => /server/i.test(name))).toEqual([]);
  // Some seconds' work for whoever has to read it.
  const nested = `${'[{"a":'.repeat(150_000)}1${'}]'.repeat(150_000)}`;
  const pending = Promise.all(
    Array.from({ length: 4 }, () =>
      request(`${draft.addresses.authUrl}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: nested,
      }).then(
        ({ body }) => body.dump(),
        () => undefined,
      ),
    ),
  );
  expect(await statusOf(`${draft.addresses.baseUrl}/tasking/products/`)).toBe(401);
  await close();
  await pending;
  await expect(request(`${draft.addresses.baseUrl}/tasking/products/`)).rejects.toThrow();
  expect(stopped).toEqual([]);
});

it('rejects when it cannot start, with what was wrong', async () => {
  await expect(start(false, 'none')).rejects.toThrow(SyntaxError);
  await expect(start(false, '{"speed":-1}')).rejects.toThrow(/speed/);
  writeFileSync(join(stateFolder, 'a file'), '');
  stateFolder = join(stateFolder, 'a file');
  await expect(start()).rejects.toThrow(/ENOTDIR|EEXIST/);
});

it('leaves the control address where only its owner reads it, and none of a former start', () => {
  writeControlFile(stateFolder, 'http://127.0.0.1:1/key');
  const path = join(stateFolder, 'control.json');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ control_url: 'http://127.0.0.1:1/key' });
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  writeControlFile(stateFolder, null);
  expect(() => statSync(path)).toThrow(/ENOENT/);
});
