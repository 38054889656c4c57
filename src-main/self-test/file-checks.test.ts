import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CheckContext } from './check.ts';
import { fileChecks } from './file-checks.ts';
import { createTrialFiles } from './trial-files.ts';

const sizeBytes = 64 * 1_024;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-trial-'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(folder, { recursive: true, force: true });
});

type Serve = (request: Request, files: (request: Request) => Promise<Response>) => Promise<Response>;

/** What the checks say of a host that serves the trial files like this. */
async function outcomesWith(serve: Serve = (request, files) => files(request)) {
  const trial = createTrialFiles(folder, { sizeBytes, waitMs: 3_000 });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const signal = init.signal ?? new AbortController().signal;
    const reply = serve(new Request(`http://trial.test${address}`, init), trial.files);
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    aborted.catch(() => undefined);
    const answer = await Promise.race([reply, aborted]);
    if (answer.body === null) return answer;
    const body = answer.body.pipeThrough(new TransformStream(), { signal });
    return new Response(body, { status: answer.status, headers: answer.headers });
  });
  const open = async () => ({
    addresses: { base: '', query: '', headers: {} },
    cancelPath: null,
    run: <Given>(ask: (given: Given) => Promise<unknown>, given: Given) => ask(given),
  });
  const context: CheckContext = { folder, signal: new AbortController().signal };
  const outcomes: Record<string, string> = {};
  for (const { name, run } of fileChecks({ open, trial })) {
    const { outcome, words } = await run(context);
    outcomes[name] = `${outcome}: ${words}`;
  }
  return outcomes;
}

/** The answer with another body, status or headers. */
const changed =
  (path: string, change: (reply: Response) => Promise<Response>): Serve =>
  async (request, files) => {
    const reply = await files(request);
    return new URL(request.url).pathname.endsWith(path) ? change(reply) : reply;
  };

it('are ok where files are served as Nadir serves them', async () => {
  expect(await outcomesWith()).toEqual({
    'parts of files': 'ok: three parts and one beyond the end',
    'large file': expect.stringMatching(/^ok: 0 MB at /),
    'request given up': 'ok: main has ended it too',
    'answer given up': 'ok: main has stopped reading it',
  });
});

it('fail where a part is not the one that was asked for', async () => {
  const withoutRange: Serve = (request, files) =>
    files(request.url.endsWith('large') ? new Request(request.url) : request);
  expect((await outcomesWith(withoutRange))['parts of files']).toBe(
    'failed: bytes=4000-7999 is answered with 200 and no range. Report this with the support bundle.',
  );
});

it('fail where a part has too few bytes, or others', async () => {
  const short = changed('large', async (reply) => {
    const bytes = await reply.arrayBuffer();
    const { status, headers } = reply;
    return new Response(status === 206 ? bytes.slice(0, -4) : bytes, { status, headers });
  });
  const outcomes = await outcomesWith(short);
  expect(outcomes['parts of files']).toMatch(/^failed: bytes=4000-7999 brings other bytes/);
});

it('fail where a whole file has other bytes, or too few', async () => {
  /** Sends these bytes in the place of the whole file. */
  const sending = (bytes: Uint8Array<ArrayBuffer>) =>
    changed('large', async (reply) => {
      await reply.body?.cancel();
      return new Response(reply.status === 200 ? bytes : null, {
        status: reply.status,
        headers: reply.headers,
      });
    });
  const zeros = sending(new Uint8Array(sizeBytes));
  expect((await outcomesWith(zeros))['large file']).toMatch(/^failed: other bytes came/);
  const shorter = sending(new Uint8Array(8));
  expect((await outcomesWith(shorter))['large file']).toMatch(/^failed: 8 of 65536 bytes came/);
});

it('fail where a part beyond the end is answered as if there were one', async () => {
  const generous = changed('large', async (reply) =>
    reply.status === 416 ? new Response('x', { status: 200 }) : reply,
  );
  expect((await outcomesWith(generous))['parts of files']).toMatch(/^failed: a part beyond the end/);
});

it('fail where main goes on with what the page has given up', async () => {
  const deaf: Serve = async (request, files) => {
    const path = new URL(request.url).pathname;
    if (path.endsWith('waiting')) return files(new Request(request.url));
    return files(request);
  };
  expect((await outcomesWith(deaf))['request given up']).toMatch(/^failed: in main it is under way/);
});

it('fail where a request that nobody answers is answered', async () => {
  const hasty: Serve = async (request, files) =>
    new URL(request.url).pathname.endsWith('waiting') ? new Response('at once') : files(request);
  expect((await outcomesWith(hasty))['request given up']).toMatch(/^failed: the page was answered with 200/);
});

it('tell a host that sends bodies whole from one that goes on reading', async () => {
  const whole = changed('slow', async (reply) => new Response(await reply.arrayBuffer()));
  expect((await outcomesWith(whole))['answer given up']).toMatch(/^not tried: answers come whole/);
  const greedy = changed('slow', async (reply) => {
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const writer = body.writable.getWriter();
    // Reads on, whether or not anybody takes it.
    void (async () => {
      for await (const piece of reply.body ?? []) writer.write(piece).catch(() => undefined);
    })();
    return new Response(body.readable);
  });
  expect((await outcomesWith(greedy))['answer given up']).toMatch(/^failed: in main it is /);
});

it('fail where the file was cut short on its way', async () => {
  const cut: Serve = async (request, files) => {
    if (new URL(request.url).pathname.endsWith('large')) truncateSync(join(folder, 'large'), 1_000);
    return files(request);
  };
  expect((await outcomesWith(cut))['parts of files']).toMatch(
    /^failed: bytes=4000-7999 is answered with 416/,
  );
});
