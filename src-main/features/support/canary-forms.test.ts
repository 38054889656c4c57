import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeConnection } from '../../../testing/make-connection.ts';
import { makeService } from '../../../testing/make-service.ts';
import { type ScriptedServer, sendJson, startScriptedServer } from '../../../testing/scripted-server.ts';
import { anySecret, secretForms, undone } from '../../../testing/secret-forms.ts';
import { receiverThatLeaves, threadsInProcess } from '../../../testing/threads-in-process.ts';
import { createAppLog } from './app-log.ts';
import { bundleParts } from './bundle-parts.ts';
import { commandLine } from './command-line.ts';
import { createNotices } from './notices.ts';
import { createRequestLog } from './request-log.ts';
import { createSupportBundle } from './support-bundle.ts';

/*
 * A service that repeats what it received, in every form and place: bodies, headers, redirects. `canary.test.ts` of the
 * application covers the ways of a request; this test covers the forms of a secret.
 */

const threads = threadsInProcess();
const leaving = receiverThatLeaves(threads);
let server: ScriptedServer;
let folders: string;
beforeAll(async () => {
  server = await startScriptedServer();
  folders = mkdtempSync(join(tmpdir(), 'nadir-forms-'));
});
afterAll(async () => {
  await server.close();
  rmSync(folders, { recursive: true, force: true });
});

/** Returns the text without the characters that a header cannot contain. */
const inHeader = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '');
const token = anySecret
  .map((text) => inHeader(text).replaceAll(/[\s"\\]/g, 'x'))
  .filter((text) => text.length > 15);

it.each(secretForms)('a secret that is repeated %s is in nothing that is handed on', async (_name, form) => {
  await fc.assert(
    fc.asyncProperty(anySecret, token, token, async (clientSecret, accessToken, linkToken) => {
      const repeated = (secret: string) => `so you sent ${form(secret)}, did you`;
      const all = [clientSecret, accessToken, linkToken].map(repeated).join('\n');
      const signal = AbortSignal.timeout(20_000);
      const folder = mkdtempSync(join(folders, 'one-'));
      server.play((request, response) => {
        if (request.path.includes('/oauth/')) return sendJson(response, { access_token: accessToken });
        const headers = {
          'x-echo': inHeader(repeated(accessToken)),
          'set-cookie': `a=${inHeader(form(accessToken)).replaceAll(/[\s;,]/g, '')}`,
          location: `/elsewhere/${encodeURIComponent(form(linkToken))}`,
        };
        if (request.path.includes('products'))
          return response.writeHead(503, headers).end(JSON.stringify({ detail: all, token: accessToken }));
        return response.writeHead(403, headers).end(all);
      });
      const made = makeService(makeConnection(server.origin()), {
        credentials: async () => ({ clientId: 'the-client-of-the-test', clientSecret }),
      });
      const scope = { connectionId: makeConnection(server.origin()).id, contractId: null };
      await made.service
        .forScope(scope)
        .products(signal)
        .catch(() => undefined);
      const url = `${server.origin()}/v2/scenes/S/token/${encodeURIComponent(linkToken)}/raster/a.tif`;
      const link = { connectionId: scope.connectionId, url, headers: { range: 'bytes=0-9' } };
      await made.links.receive(link, leaving, signal).catch(() => undefined);
      await made.close();

      const requests = createRequestLog({ changed: () => undefined, thorough: made.redactor.thorough });
      for (const entry of made.log) requests.add(entry, 'other');
      const now = () => new Date();
      const log = createAppLog({ folder, now, redact: made.redactor.thorough });
      log.defect({ reference: 'R', path: 'x', error: new Error(`${all}\n${url}`) });
      const bundle = createSupportBundle({
        parts: bundleParts({
          folder,
          version: '0',
          host: 'test',
          libraryFolder: () => folder,
          languages: () => [],
          settings: () => {
            throw new Error(all);
          },
          connections: async () => [],
          notices: createNotices({ now, changed: () => undefined }),
          requests,
          selfTest: async () => ({ error: all }),
          syncs: () => ({ error: all }),
          now,
        }).filter(({ name }) => name !== 'database.json'),
        clean: made.redactor.thorough,
        home: '/home/nobody',
        now,
      });
      const filter = { text: '', failedOnly: false, origin: null, upTo: null };
      const { rows } = requests.list(filter, { offset: 0, limit: 500 });
      const details = rows.map(({ id }) => requests.get(id));
      expect(details.some(({ receivedBody }) => receivedBody?.includes('so you sent'))).toBe(true);
      expect(rows.some(({ address }) => address.includes('/token/***/raster'))).toBe(true);
      const places = {
        list: JSON.stringify(rows),
        details: JSON.stringify(details),
        commands: details
          .map((each) => commandLine(each, 'posix') + commandLine(each, 'powershell'))
          .join('\n'),
        bundle: (await bundle.make()).files.map(({ text }) => text).join('\n'),
        log: readFileSync(join(folder, 'logs', 'nadir.log'), 'utf8'),
      };
      for (const [place, text] of Object.entries(places)) {
        const seen = undone(text).join('\n');
        for (const secret of [clientSecret, accessToken, linkToken, 'the-client-of-the-test'])
          expect(seen.includes(secret), `${secret} in ${place}`).toBe(false);
      }
    }),
    { numRuns: 3 },
  );
});
