import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDeliveryHarness } from '../../../../testing/delivery-harness.ts';
import { createDeliverySuite } from '../../../../testing/delivery-suite.ts';
import { serveBytes } from '../../../../testing/file-server.ts';
import { AppError } from '../../../core/app-error.ts';

const suite = createDeliverySuite();
const { bytes, sha256 } = suite;

describe('trying again', () => {
  it('waits as long as the service says, then goes on', async () => {
    const id = suite.harness.add(1);
    suite.server.answer(({ response }) => response.writeHead(429, { 'retry-after': '40' }).end());
    await suite.harness.delivery.download([id]);
    await suite.harness.until(() => suite.harness.waiting().length === 1);
    expect(Math.round((suite.harness.waiting()[0] ?? 0) / 1_000)).toBe(40);
    const waiting = await suite.transferOf(id);
    expect(waiting).toMatchObject({ state: 'waiting', error: { code: 'RATE_LIMITED' } });
    expect(Date.parse(waiting.waitsUntil ?? '')).toBeGreaterThan(Date.now() + 35_000);
    suite.server.answer((exchange) => serveBytes(exchange, bytes));
    suite.harness.passTime();
    await suite.harness.until(() => suite.harness.state(1) === 'done');
  });

  it('gives up after nine tries without a byte', async () => {
    const id = suite.harness.add(1);
    suite.server.answer(({ response }) => response.writeHead(500).end());
    await suite.harness.delivery.download([id]);
    for (let tries = 1; tries <= 8; tries += 1) {
      await suite.harness.until(
        () => suite.harness.waiting().length === 1 && suite.server.requests.length === tries,
      );
      suite.harness.passTime();
    }
    await suite.harness.until(() => suite.harness.state(1) === 'failed');
    expect(suite.server.requests).toHaveLength(9);
    expect(await suite.transferOf(id)).toMatchObject({
      error: { code: 'SERVICE_FAILED', data: { status: 500 } },
    });
  });

  it('never gives up while bytes come', async () => {
    const id = suite.harness.add(1);
    const step = 10_000;
    suite.server.answer((exchange) => {
      serveBytes(exchange, bytes, { holdAfter: step });
      // Cut when the client has received everything that was sent.
      const stop = suite.harness.delivery.onProgress((moved) => {
        if (!moved.some((each) => each.doneBytes >= suite.server.requests.length * step)) return;
        stop();
        exchange.response.socket?.destroy();
      });
    });
    await suite.harness.delivery.download([id]);
    for (let cut = 1; cut <= 10; cut += 1) {
      await suite.harness.until(
        () => suite.harness.waiting().length === 1 && suite.server.requests.length === cut,
      );
      suite.harness.passTime();
    }
    suite.server.answer((exchange) => serveBytes(exchange, bytes));
    await suite.harness.until(
      () => suite.harness.state(1) === 'done' || suite.harness.waiting().length === 1,
    );
    suite.harness.passTime();
    await suite.harness.until(() => suite.harness.state(1) === 'done');
    expect(suite.harness.saved.get(1)?.sha256).toBe(sha256);
    expect(suite.harness.errors).toEqual([]);
  });

  it('a cut cable is no defect: it waits with the reason', async () => {
    const id = suite.harness.add(1);
    const pending = suite.holdAnswers();
    await suite.harness.delivery.download([id]);
    await suite.harness.untilReceived(id, 50_000);
    pending[0]?.socket?.resetAndDestroy();
    await suite.harness.until(() => suite.harness.state(1) === 'waiting');
    expect(await suite.transferOf(id)).toMatchObject({ error: { code: 'UNREACHABLE' } });
    expect(suite.harness.errors).toEqual([]);
  });
});

describe('trying again later', () => {
  it('goes on at once when there is a network again, with all its tries', async () => {
    const id = suite.harness.add(1);
    let cut = true;
    suite.server.answer((exchange) => {
      if (cut) exchange.response.destroy();
      else serveBytes(exchange, bytes);
    });
    await suite.harness.delivery.download([id]);
    await suite.harness.until(() => suite.harness.state(1) === 'waiting');
    expect(await suite.transferOf(id)).toMatchObject({ attempts: 1 });
    cut = false;
    suite.harness.delivery.networkChanged();
    // The test's clock has not moved.
    await suite.harness.until(() => suite.harness.state(1) === 'done');
    expect(suite.harness.waiting()).toEqual([]);
    expect(await suite.transferOf(id)).toMatchObject({ attempts: 0 });
  });

  it('an interrupted wait goes on after a restart', async () => {
    const id = suite.harness.add(1);
    suite.server.answer(({ response }) => response.writeHead(503, { 'retry-after': '30' }).end());
    await suite.harness.delivery.download([id]);
    await suite.harness.until(() => suite.harness.state(1) === 'waiting');
    await suite.harness.restart();
    suite.harness.delivery.start();
    expect(suite.harness.waiting()).toHaveLength(1);
    suite.server.answer((exchange) => serveBytes(exchange, bytes));
    suite.harness.passTime();
    await suite.harness.until(() => suite.harness.state(1) === 'done');
  });

  it('what ran when Nadir was closed runs again at the next start, from where it was', async () => {
    const id = suite.harness.add(1);
    suite.holdAnswers();
    await suite.harness.delivery.download([id]);
    await suite.harness.untilReceived(id, 50_000);
    await suite.harness.restart();
    expect(suite.harness.state(1)).toBe('queued');
    suite.server.answer((exchange) => serveBytes(exchange, bytes));
    suite.harness.delivery.start();
    await suite.harness.until(() => suite.harness.state(1) === 'done');
    expect(suite.server.requests.at(-1)).toMatchObject({ range: 'bytes=50000-', ifRange: '"v1"' });
    expect(suite.harness.saved.get(1)?.sha256).toBe(sha256);
  });

  it('a link query that fails is waited for like any other', async () => {
    await suite.harness.end();
    let fails = true;
    suite.harness = createDeliveryHarness(suite.server.origin, {
      links: {
        async link() {
          if (fails) throw new AppError('RATE_LIMITED', { host: 'h', retryAfterSeconds: 25 });
          return `${suite.server.origin}/x`;
        },
      },
    });
    await suite.harness.delivery.download([suite.harness.add(1)]);
    await suite.harness.until(() => suite.harness.waiting().length === 1);
    expect(Math.round((suite.harness.waiting()[0] ?? 0) / 1_000)).toBe(25);
    fails = false;
    suite.harness.passTime();
    await suite.harness.until(() => suite.harness.state(1) === 'done');
  });

  it('a defect fails the transfer and is told', async () => {
    await suite.harness.end();
    suite.harness = createDeliveryHarness(suite.server.origin, {
      links: { link: () => Promise.reject(new TypeError('oops')) },
    });
    const id = suite.harness.add(1);
    await suite.harness.delivery.download([id]);
    await suite.harness.until(() => suite.harness.state(1) === 'failed');
    expect(await suite.transferOf(id)).toMatchObject({ error: { code: 'DEFECT' } });
    expect(suite.harness.errors).toHaveLength(1);
  });
});

describe('what came is not the file', () => {
  it('fails without a final name, is kept beside, and is begun anew when tried again', async () => {
    const id = suite.harness.add(1, { kind: 'raster', fileName: 'r.tif', name: 'r.tif' });
    await suite.harness.delivery.download([id]);
    await suite.harness.until(() => suite.harness.state(1) === 'failed');
    expect(await suite.transferOf(id)).toMatchObject({
      error: { code: 'FILE_NOT_WHOLE', data: { detail: 'tiff' } },
    });
    expect(existsSync(join(suite.harness.libraryFolder, 'Fields'))).toBe(false);
    expect(readFileSync(suite.harness.partialPath(1)).equals(bytes)).toBe(true);
    suite.holdAnswers();
    suite.harness.delivery.resume(id);
    await suite.harness.untilReceived(id, 50_000);
    expect(suite.server.requests.at(-1)?.range).toBeNull();
  });
});

describe('a crash between the rename and the record of it', () => {
  it('costs nothing: the file is found at its place', async () => {
    const id = suite.harness.add(1);
    let crash = true;
    await suite.harness.end();
    suite.harness = createDeliveryHarness(suite.server.origin, {
      saved(fileId, file) {
        // Simulates a crash, the first time only.
        if (crash) throw new Error('killed');
        suite.harness.saved.set(fileId, file);
      },
    });
    suite.harness.add(1);
    await suite.harness.delivery.download([id]);
    await suite.harness.until(() => suite.harness.state(1) === 'failed');
    crash = false;
    suite.server.requests.length = 0;
    suite.harness.delivery.resume(id);
    await suite.harness.until(() => suite.harness.state(1) === 'done');
    expect(suite.server.requests).toEqual([]);
    expect(suite.harness.saved.get(1)).toMatchObject({ sizeBytes: bytes.length, sha256 });
    expect(readdirSync(join(suite.harness.libraryFolder, 'Fields', 'scene'))).toEqual(['file-1.bin']);
  });
});

describe('the folder', () => {
  it('that cannot be written is waited for, with the reason, and nothing is lost', async () => {
    const id = suite.harness.add(1);
    writeFileSync(join(suite.harness.libraryFolder, '.partial'), 'in the way');
    await suite.harness.delivery.download([id]);
    await suite.harness.until(() => suite.harness.state(1) === 'waiting');
    expect(await suite.transferOf(id)).toMatchObject({
      error: { code: 'FOLDER_NOT_WRITABLE', data: { path: suite.harness.libraryFolder } },
    });
    rmSync(join(suite.harness.libraryFolder, '.partial'));
    suite.harness.passTime();
    await suite.harness.until(() => suite.harness.state(1) === 'done');
    expect(suite.harness.errors).toEqual([]);
  });

  it('whose drive is gone is waited for, and what it holds goes on when it is back', async () => {
    const id = suite.harness.add(1);
    suite.holdAnswers();
    await suite.harness.delivery.download([id]);
    await suite.harness.untilReceived(id, 50_000);
    suite.harness.delivery.pause(id);
    await suite.harness.until(() => suite.harness.table().get(id)?.doneBytes === 50_000);
    renameSync(suite.harness.libraryFolder, `${suite.harness.libraryFolder}-gone`);
    suite.harness.delivery.resume(id);
    await suite.harness.until(() => suite.harness.state(1) === 'waiting');
    expect(await suite.transferOf(id)).toMatchObject({
      doneBytes: 50_000,
      error: { code: 'FOLDER_NOT_WRITABLE', data: { detail: 'ENOENT' } },
    });
    renameSync(`${suite.harness.libraryFolder}-gone`, suite.harness.libraryFolder);
    suite.server.answer((exchange) => serveBytes(exchange, bytes));
    suite.harness.passTime();
    await suite.harness.until(() => suite.harness.state(1) === 'done');
    expect(suite.server.requests.at(-1)?.range).toBe('bytes=50000-');
    expect(suite.harness.errors).toEqual([]);
  });

  it('a project named like a folder of ours does not move in', async () => {
    const ids = ['.partial', '.DISPLAY'].map((project, i) => suite.harness.add(i + 1, { project }));
    await suite.harness.delivery.download(ids);
    await suite.harness.until(() => ids.every((id) => suite.harness.state(id) === 'done'));
    expect(readdirSync(suite.harness.libraryFolder).toSorted()).toEqual([
      '.partial',
      '_.DISPLAY',
      '_.partial',
    ]);
  });
});
