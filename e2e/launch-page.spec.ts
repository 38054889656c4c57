import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { WebSocket } from 'undici';
import { createImportDialog } from './support/import-dialog.ts';
import { startLoopback } from './support/loopback.ts';
import { expect, test } from './support/nadir.ts';
import { createWorkspace } from './support/workspace.ts';

const quick = { NADIR_PRACTICE: JSON.stringify({ speed: 86_400, sceneSizePx: 600, seed: 7 }) };

/** Another server of this machine, on a port of its own. It keeps the cookies that a browser shows it. */
async function startNeighbour() {
  const cookies: string[] = [];
  let set: string[] = [];
  const server = createServer({ maxHeaderSize: 1_024 * 1_024 }, (request, response) => {
    if (request.headers.cookie !== undefined) cookies.push(request.headers.cookie);
    response.setHeader('set-cookie', set);
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><link rel="icon" href="data:,"><title>Neighbour</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    cookies,
    willSet: (...next: string[]) => {
      set = next;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What main answers to a socket with this cookie and these messages, until it closes it. */
async function callWith(url: URL, cookie: string, messages: readonly string[]): Promise<string[]> {
  const socket = new WebSocket(`ws://${url.host}/rpc`, { headers: { cookie, origin: url.origin } });
  const answers: string[] = [];
  socket.addEventListener('message', ({ data }) => answers.push(String(data)));
  socket.addEventListener('error', () => undefined);
  socket.addEventListener('open', () => {
    for (const message of messages) socket.send(message);
  });
  await new Promise((resolve) => socket.addEventListener('close', resolve));
  return answers;
}

test('another port of this machine in the same browser: it gets nothing by the cookie, and locks nobody out', async ({
  open,
  expectComplaint,
}) => {
  // While the neighbour's cookies lie over ours, a picture may be asked for at any time.
  expectComplaint(/401 \(Unauthorized\).*\/files\/thumbnail\//);
  const neighbour = await startNeighbour();
  try {
    // Electron has no port: this is about the other host.
    const { page, context } = await open({ env: quick, loopback: true });
    const url = new URL(page.url());
    const workspace = createWorkspace(page);
    await workspace.chooseContract('Agriculture Monitoring');
    await workspace.show('Tasks');
    await workspace.list.getByRole('option', { name: 'Beauce wheat' }).click();
    await workspace.publishedScene();
    const picture = page.getByTestId('scene').locator('img').first();
    await expect(picture).toHaveJSProperty('complete', true);
    const file = new URL((await picture.getAttribute('src')) ?? '', url);
    const pictureLoads = () =>
      expect
        .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
        .toBeGreaterThan(0);
    await pictureLoads();

    const other = await context.newPage();
    await test.step('the browser shows it the cookie, which opens neither calls nor files', async () => {
      await other.goto(neighbour.url);
      const cookie = neighbour.cookies.find((each) => each.includes(`nadir-${url.port}=`)) ?? '';
      expect(cookie).not.toBe('');
      const call = JSON.stringify({ i: '1', p: { u: '/connections/list' } });
      expect(await callWith(url, cookie, [call, call])).toEqual([]);
      const plain = await fetch(new URL(file.pathname, url), { headers: { cookie } });
      expect(plain.status).toBe(401);
      expect((await plain.arrayBuffer()).byteLength).toBe(0);
      // Nor does the address of a file alone, which is easily copied out of the page.
      expect((await fetch(file)).status).toBe(401);
      const seen = await other.evaluate(() => [localStorage.length, sessionStorage.length]);
      expect(seen).toEqual([0, 0]);
    });

    await test.step('a reload and a second tab are let in', async () => {
      await page.reload();
      await expect(workspace.list).toBeVisible();
      const second = await context.newPage();
      await second.goto(url.origin);
      await expect(createWorkspace(second).list).toBeVisible();
      await second.close();
    });

    await test.step('it sets cookies over ours and beside it, and as many as it may: we are let in all the same', async () => {
      // Counted from here on: the page may ask for a picture, be refused and let in again before ours is asked for.
      const refused: string[] = [];
      page.on('response', (answer) => {
        if (answer.status() === 401) refused.push(answer.url());
      });
      neighbour.willSet(
        `nadir-${url.port}=stolen; Path=/`,
        `nadir-${url.port}=second; Path=/files`,
        `nadir-${url.port}=second; Path=/rpc`,
        `nadir-${url.port}=second; Path=/session`,
      );
      await other.goto(neighbour.url);
      for (let round = 0; round < 5; round += 1) {
        neighbour.willSet(
          ...Array.from({ length: 25 }, (_, i) => `long-${round}-${i}=${'x'.repeat(2_000)}; Path=/`),
        );
        await other.goto(neighbour.url);
      }
      // The page that is open gets its next picture by asking for the session once more.
      await picture.evaluate((image) => {
        if (image instanceof HTMLImageElement) image.src = `${image.src}&again`;
      });
      await expect.poll(() => refused.length).toBeGreaterThan(0);
      await pictureLoads();
      await page.reload();
      await workspace.list.getByRole('option', { name: 'Beauce wheat' }).click();
      await pictureLoads();
    });
  } finally {
    await neighbour.stop();
  }
});

test('a page that is loaded again before main’s answer reached it is let in all the same', async ({
  browser,
  dataFolder,
}) => {
  const running = await startLoopback({ dataFolder, env: quick });
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const answers: number[] = [];
    await page.route(
      '**/session',
      async (route) => {
        answers.push((await route.fetch()).status());
        await route.abort();
      },
      { times: 1 },
    );
    await page.goto(running.url);
    await expect.poll(() => answers).toEqual([200]);
    await page.reload();
    await expect(page.getByRole('dialog', { name: /^Contract for/ })).toBeVisible();
  } finally {
    await context.close();
    await running.stop();
  }
});

test('files that Nadir is started with wait for the page, which shows what they are for', async ({
  open,
  dataFolder,
}) => {
  const places = join(dataFolder, 'wells.geojson');
  const geometry = { type: 'Point', coordinates: [8.5, 47.4] };
  writeFileSync(places, JSON.stringify({ type: 'Feature', properties: { name: 'Well A' }, geometry }));
  const { page } = await open({ files: [places] });
  const question = page.getByRole('dialog', { name: 'What is this file for?' });
  await question.getByRole('button', { name: 'Import its features' }).click();
  const imported = createImportDialog(page, 'Import places');
  await expect(imported.counts).toHaveText('1 of 1 can be added');
  // The question that every first start asks covers none that a person is answering.
  await page.keyboard.press('Escape');
  await expect(imported.dialog).toBeHidden();
  await expect(page.getByRole('dialog', { name: /^Contract for/ })).toBeVisible();
});
