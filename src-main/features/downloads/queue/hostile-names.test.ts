import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { librarySceneIdSchema } from '../../../../src-preload/contract/ids.ts';
import { createDeliveryHarness } from '../../../../testing/delivery-harness.ts';
import { serveBytes, startFileServer } from '../../../../testing/file-server.ts';
import { hostileNames, oddNames } from '../../../../testing/hostile-names.ts';
import { foldedName } from '../../../core/folded-name.ts';

/** A service may choose any name for files, scenes and projects. This test uses the real queue and a real disk. */
it('whatever a service calls its files, scenes and projects: all lie inside, none over another', async () => {
  const server = await startFileServer();
  const harness = createDeliveryHarness(server.origin, {
    limits: () => ({ bytesPerSecond: null, connectionsPerFile: 1, filesAtOnce: 16 }),
  });
  onTestFinished(async () => {
    await harness.end();
    await server.close();
  });
  server.answer((exchange) => serveBytes(exchange, Buffer.from(exchange.request.url ?? '')));
  const hostile = hostileNames.flatMap(([, names]) => names);
  const cases = [
    ...hostile.map((name) => ({ fileName: name })),
    ...oddNames.map((name) => ({ fileName: name })),
    // The same names in another spelling.
    ...hostile.slice(0, 40).map((name) => ({ fileName: name.toUpperCase() })),
    ...hostile.filter((_, i) => i % 2 === 0).map((name) => ({ sceneId: name })),
    ...hostile.filter((_, i) => i % 2 === 1).map((name) => ({ project: name })),
  ];
  expect(hostile.length).toBeGreaterThanOrEqual(200);
  // Files of others, where unsafe names would lead.
  const theirs = ['x', 'passwd', 'b'].flatMap((name) =>
    [harness.libraryFolder, dirname(harness.libraryFolder), join(harness.libraryFolder, 'Fields')].map(
      (folder) => join(folder, name),
    ),
  );
  mkdirSync(join(harness.libraryFolder, 'Fields'));
  for (const path of theirs) writeFileSync(path, 'not yours');
  const outside = readdirSync(dirname(harness.libraryFolder));

  const ids = cases.map((named, i) =>
    harness.add(i + 1, { librarySceneId: librarySceneIdSchema.parse(1), name: `n${i}`, ...named }),
  );
  await harness.delivery.download(ids);
  const ended = (id: number) =>
    harness.saved.has(id) || ['failed', 'waiting'].includes(harness.state(id) ?? '');
  await harness.until(() => harness.delivery.summary().queued === 0 && ids.every(ended));
  expect(
    ids.filter((id) => !harness.saved.has(id)).map((id) => [cases[id - 1], harness.table().get(id)?.error]),
  ).toEqual([]);
  const folded = new Set<string>();
  for (const [i, id] of ids.entries()) {
    const path = harness.saved.get(id)?.path ?? '';
    const parts = relative(harness.libraryFolder, path).split(sep);
    // The path has exactly three parts (project, scene, file), and none of them leads elsewhere.
    expect(parts).toHaveLength(3);
    for (const part of parts) {
      expect(part).not.toMatch(/^\.{0,2}$|[/\\\0]|[. ]$/);
      expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255);
    }
    expect(readFileSync(path, 'utf8')).toBe(
      `/1/n${i}`.replace('/1/', `/${harness.known.get(i + 1)?.librarySceneId}/`),
    );
    folded.add(foldedName(path));
    expect(basename(path)).not.toBe('');
  }
  // On a disk that ignores case, no two names are the same.
  expect(folded.size).toBe(cases.length);
  for (const path of theirs) expect(readFileSync(path, 'utf8')).toBe('not yours');
  expect(readdirSync(dirname(harness.libraryFolder))).toEqual(outside);
  expect(harness.errors).toEqual([]);
}, 60_000);
