import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accountsRoutes } from './accounts-routes.ts';
import { announcementOf, type PracticeAnnouncement } from './announcement.ts';
import { authRoutes } from './auth-routes.ts';
import { catalogRoutes, sceneQueryRoutes } from './catalog-routes.ts';
import { controlRoutes } from './control-routes.ts';
import { createFaultBook } from './faults.ts';
import { json, type Route } from './http-toolkit.ts';
import { createSceneMaker } from './imagery/make-scene.ts';
import { type PracticeOptions, practiceOptionsSchema } from './options.ts';
import { createBulkOrders } from './orders/bulk-orders.ts';
import { createOrderBook } from './orders/order-book.ts';
import { ordersRoutes } from './orders/orders-routes.ts';
import { fillOrders } from './orders/seeded-orders.ts';
import { planningRoutes } from './planning-routes.ts';
import { createRequestJournal } from './request-journal.ts';
import { createSceneFiles } from './scene-files.ts';
import { createScenes } from './scenes.ts';
import { seededTasks } from './seeded-world.ts';
import { listen } from './server.ts';
import { createStorage } from './storage-routes.ts';
import { taskRoutes } from './tasking-routes.ts';
import { createTokens } from './tokens.ts';
import { createWorld } from './world.ts';

/** A running practice service. `announcement` says where its parts are and which credentials it takes. */
export interface PracticeService {
  announcement: PracticeAnnouncement;
  /** Where fault plans are taken, with the key in its path: no part of the service, so no part of its announcement. Null unless asked for. */
  controlUrl: string | null;
  close(): Promise<void>;
}

/**
 * Starts a whole service on loopback: interface and issuers on one port, the catalog, the control address (if asked for)
 * and a foreign origin (for redirects) on ports of their own. Rejects when the port is taken.
 */
export async function createPracticeService(
  input: Partial<PracticeOptions> = {},
  clock: () => number = Date.now,
): Promise<PracticeService> {
  const options = practiceOptionsSchema.parse(input);
  let shiftMs = 0;
  const now = () => clock() + shiftMs;
  const temporary = options.stateFolder === null ? await mkdtemp(join(tmpdir(), 'nadir-practice-')) : null;
  const folder = options.stateFolder ?? temporary ?? tmpdir();

  const tokens = createTokens({ seed: options.seed, tokenSeconds: options.tokenSeconds, now: clock });
  const world = createWorld({
    seed: options.seed,
    now,
    stateFolder: options.stateFolder,
    fill(world) {
      if (options.emptyWorld) return;
      for (const task of seededTasks(options.seed, world.born, world.contracts)) world.add(task);
      fillOrders(world);
    },
  });
  const faults = createFaultBook();
  const journal = createRequestJournal();
  const [, bulkContract] = world.contracts;
  if (!bulkContract) throw new Error('there is no contract for further orders');
  const bulk = createBulkOrders({
    seed: options.seed,
    born: world.born,
    contract: bulkContract,
    orders: options.bulkOrders,
    deliverables: options.bulkDeliverables,
  });
  const scenes = createScenes({ world, bulk, options, now });
  const book = createOrderBook({ world, bulk, scenes, options, now });
  const maker = createSceneMaker({ folder: join(folder, `scenes-${options.sceneSizePx}`) });
  const origins = { base: '', catalog: '', foreign: '', storage: '' };
  const deps = { world, tokens, options, now, scenes, origins: () => origins };
  const serve = createSceneFiles({ scenes, maker, book, faults, options });
  const storage = createStorage({
    scenes,
    serve,
    contractHeader: options.contractHeader,
    origin: () => origins.storage,
    clock,
  });
  const advance = (seconds: number) => {
    shiftMs += (seconds * 1_000) / options.speed;
  };

  const anything: Route[] = ['GET', 'POST', 'PATCH'].map((method) => ({
    method,
    path: /^/,
    handle: () => json(200, { foreign: true }),
  }));
  const foreignOrigin = () => origins.foreign;
  const common = { faults, journal, foreignOrigin };
  const open: Awaited<ReturnType<typeof listen>>[] = [];
  const start = async (options: Parameters<typeof listen>[0], port: number) => {
    const started = await listen(options, port);
    open.push(started);
    return started.origin;
  };
  async function startControl(): Promise<string> {
    // Whoever knows the address may do anything: it is as hard to guess as a token.
    const key = randomBytes(24).toString('base64url');
    const routes = controlRoutes({ world, tokens, scenes, book, maker, faults, journal, advance });
    const origin = await start(
      { name: 'control', routes, faults: null, journal: null, foreignOrigin, key },
      0,
    );
    return `${origin}/${key}`;
  }
  const close = async () => {
    await Promise.all(open.map((server) => server.close()));
    await maker.close();
    // A file that was just being made may appear once more.
    if (temporary !== null) await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
  };

  try {
    const apiRoutes = [
      ...authRoutes({ tokens, taskingAudience: options.taskingAudience }),
      ...accountsRoutes({ world, tokens, options }),
      ...planningRoutes(deps),
      ...taskRoutes(deps),
      ...sceneQueryRoutes(deps),
      ...ordersRoutes({ ...deps, book }),
    ];
    const api = await start({ name: 'api', routes: apiRoutes, now, ...common }, options.port);
    origins.base = `${api}/api`;
    if (options.redirectDownloads)
      origins.storage = await start({ name: 'storage', routes: storage.routes, ...common }, 0);
    const linked = catalogRoutes({ ...deps, serve: options.redirectDownloads ? storage.redirect : serve });
    origins.catalog = await start({ name: 'catalog', routes: linked, ...common }, 0);
    origins.foreign = await start(
      { name: 'foreign', routes: anything, faults: null, journal, foreignOrigin },
      0,
    );
    const controlUrl = options.control ? await startControl() : null;
    return {
      announcement: announcementOf({ api, origins, options, tokens }),
      controlUrl,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
