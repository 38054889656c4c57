import { randomBytes } from 'node:crypto';
import { accountsRoutes } from './accounts-routes.ts';
import { authRoutes } from './auth-routes.ts';
import { catalogRoutes, sceneQueryRoutes } from './catalog-routes.ts';
import { controlRoutes } from './control-routes.ts';
import { json, type Route } from './http-toolkit.ts';
import { ordersRoutes } from './orders/orders-routes.ts';
import { planningRoutes } from './planning-routes.ts';
import type { ServerOptions } from './request-handler.ts';
import { createSceneFiles } from './scene-files.ts';
import { listen, type PracticeServer } from './server.ts';
import type { ServiceState } from './service-state.ts';
import { createStorage } from './storage-routes.ts';
import { taskRoutes } from './tasking-routes.ts';

/** The servers of a practice service, listening. */
export interface Servers {
  /** The origin of the interface and the issuers. */
  api: string;
  /** Base addresses; those of links are asked for at each answer, because a server knows its port only once it listens. */
  origins: { base: string; catalog: string; foreign: string; storage: string };
  /** The address for fault plans with the key in its path; null unless the options ask for it. */
  controlUrl: string | null;
  close(): Promise<void>;
}

type Origins = Servers['origins'];

function apiRoutes(state: ServiceState, origins: () => Origins): Route[] {
  const deps = { ...state, origins };
  return [
    ...authRoutes({ tokens: state.tokens, taskingAudience: state.options.taskingAudience }),
    ...accountsRoutes(state),
    ...planningRoutes(deps),
    ...taskRoutes(deps),
    ...sceneQueryRoutes(deps),
    ...ordersRoutes(deps),
  ];
}

/** The routes of links to files: served on the catalog's origin, or redirected to a storage server. */
function fileRoutes(state: ServiceState, origins: () => Origins): { catalog: Route[]; storage: Route[] } {
  const { contractHeader, redirectDownloads } = state.options;
  const serve = createSceneFiles(state);
  if (!redirectDownloads) return { catalog: catalogRoutes({ ...state, origins, serve }), storage: [] };
  const { scenes, clock } = state;
  const storage = createStorage({ scenes, serve, contractHeader, origin: () => origins().storage, clock });
  return { catalog: catalogRoutes({ ...state, origins, serve: storage.redirect }), storage: storage.routes };
}

/** A stranger's server, which answers everything: a client that follows a redirect to it is seen in the journal. */
const foreignRoutes: Route[] = ['GET', 'POST', 'PATCH'].map((method) => ({
  method,
  path: /^/,
  handle: () => json(200, { foreign: true }),
}));

/**
 * Starts the servers of a practice service: the interface on the port of the options, the others on free ones. Rejects when
 * the port is taken, with no server left open.
 */
export async function startServers(state: ServiceState): Promise<Servers> {
  const { options, now, faults, journal } = state;
  const origins: Origins = { base: '', catalog: '', foreign: '', storage: '' };
  const open: PracticeServer[] = [];
  const close = async () => {
    await Promise.all(open.map((server) => server.close()));
  };
  const start = async (server: Omit<ServerOptions, 'foreignOrigin'>, port = 0) => {
    const started = await listen({ ...server, foreignOrigin: () => origins.foreign }, port);
    open.push(started);
    return started.origin;
  };
  async function startControl(): Promise<string> {
    // Whoever knows the address can do anything to the service, so it is as hard to guess as a token.
    const key = randomBytes(24).toString('base64url');
    const origin = await start({
      name: 'control',
      routes: controlRoutes(state),
      faults: null,
      journal: null,
      key,
    });
    return `${origin}/${key}`;
  }

  try {
    const routes = apiRoutes(state, () => origins);
    const api = await start({ name: 'api', routes, now, faults, journal }, options.port);
    origins.base = `${api}/api`;
    const files = fileRoutes(state, () => origins);
    if (options.redirectDownloads)
      origins.storage = await start({ name: 'storage', routes: files.storage, faults, journal });
    origins.catalog = await start({ name: 'catalog', routes: files.catalog, faults, journal });
    origins.foreign = await start({ name: 'foreign', routes: foreignRoutes, faults: null, journal });
    const controlUrl = options.control ? await startControl() : null;
    return { api, origins, controlUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}
