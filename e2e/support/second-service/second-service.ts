import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { type MadeScene, makeScene } from './made-rasters.ts';
import { type Asked, type Said, startPlainServer } from './plain-server.ts';

/*
 * A service written for the tests from the two pages of its interface alone, so that a misreading that Nadir and the practice
 * service share is seen. It says little, says some of it in words of its own, and is honest about it.
 */

interface Capture {
  captureId: string;
  /** As it is said; none when it is left out. */
  start: string | null;
  status: string;
  scene: MadeScene | null;
}

interface Task {
  taskId: number;
  status: string;
  request: Record<string, unknown>;
  createdAt: string;
  captures: Capture[];
}

interface Order {
  orderId: string;
  status: string;
  createdAt: string;
  updatedAt: string;
  feature: z.infer<typeof featureSchema>;
  deliverables: { id: string; status: string; scene: MadeScene | null }[];
}

const pointSchema = z.looseObject({ type: z.literal('Point'), coordinates: z.array(z.number()).min(2) });
const taskSchema = z.looseObject({
  task_name: z.string(),
  project_name: z.string(),
  product: z.number(),
  target: pointSchema,
  start: z.string(),
  end: z.string(),
});
const featureSchema = z.looseObject({
  type: z.literal('Feature'),
  geometry: pointSchema,
  properties: z.looseObject({ sku: z.string(), parameters: z.record(z.string(), z.unknown()) }),
});
const credentialsSchema = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  audience: z.string(),
  grant_type: z.literal('client_credentials'),
});

const contractHeader = 'X-Survey-Contract';
const audience = 'https://survey.example.invalid';
const most = 100;

const contract = {
  contract_id: `cont.${randomUUID()}`,
  name: 'Survey office',
  account: `acct.${randomUUID()}`,
  status: 'ACTIVE',
  // Neither dates nor an archive; something that no page of the interface names.
  tasking_configuration: { has_credentials: true },
  tier: { name: 'gold', seats: 3 },
};

const json = (status: number, body: unknown): Said => ({ status, body });
const noItem = (what: string): Said => json(404, { message: `No item found with id ${what}` });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const pointOf = (coordinates: readonly number[]): readonly [number, number] => [
  coordinates[0] ?? 0,
  coordinates[1] ?? 0,
];

export async function startSecondService(folder: string) {
  const credentials = { client_id: 'survey-client', client_secret: randomBytes(18).toString('base64url') };
  const tokens = new Map<string, 'tasking' | 'accounts'>();
  const tasks: Task[] = [];
  const orders: Order[] = [];
  const files = new Map<string, string>();
  const linkTokens = new Map<string, string>();
  const signing = randomBytes(32);
  const sign = (path: string) => createHmac('sha256', signing).update(path).digest('hex');

  // --- storage: a third origin, which knows its own signatures and refuses any other proof

  const storage = await startPlainServer(({ method, url, headers }) => {
    const proofs = ['authorization', 'authorizationtoken', 'cookie', contractHeader.toLowerCase()];
    if (proofs.some((name) => headers[name] !== undefined))
      return json(400, { error: 'Only one way to authorize a request is allowed.' });
    if (url.searchParams.get('signature') !== sign(url.pathname))
      return json(403, { error: 'SignatureDoesNotMatch' });
    const path = files.get(url.pathname.slice(1));
    if (path === undefined) return json(404, { error: 'NoSuchKey' });
    // Neither ETag nor Last-Modified, and no ranges: all of it, each time.
    const body = readFileSync(path);
    return {
      status: 200,
      headers: { 'content-type': 'application/octet-stream' },
      body: method === 'HEAD' ? undefined : body,
    };
  });

  // --- links: the catalog's own origin; each leads on to the storage

  const catalog = await startPlainServer(({ url }) => {
    const [, key = '', token = ''] =
      /^\/v2\/scenes\/([^/]+)\/token\/([^/]+)\//.exec(url.pathname) ??
      /^\/v2\/scenes\/([^/]+)\//.exec(url.pathname) ??
      [];
    const given = token === '' ? url.searchParams.get('token') : token;
    if (linkTokens.get(key) !== given) return json(403, { detail: 'Link expired' });
    const name = token === '' ? (url.pathname.split('/').at(-3) ?? '') : basename(url.pathname);
    const object = `bucket-7/${key}/${name}`;
    if (!files.has(object)) return json(404, { message: `No item found with id ${name}` });
    return {
      status: 307,
      headers: { location: `${storage.origin}/${object}?signature=${sign(`/${object}`)}` },
    };
  });

  const rasterLink = (key: string, path: string) =>
    `${catalog.origin}/v2/scenes/${key}/token/${linkTokens.get(key)}/raster/${basename(path)}`;

  /** Puts the files of a scene where links lead to. A scene query makes a new token, which ends the links before (§4.10). */
  function linksOf(key: string, { visual, analytic, thumbnail }: MadeScene, isSceneQuery: boolean) {
    if (isSceneQuery || !linkTokens.has(key)) linkTokens.set(key, randomBytes(12).toString('base64url'));
    for (const path of [visual, analytic]) files.set(`bucket-7/${key}/${basename(path)}`, path);
    files.set(`bucket-7/${key}/thumbnail`, thumbnail);
    return {
      visual: rasterLink(key, visual),
      analytic: rasterLink(key, analytic),
      thumbnail: `${catalog.origin}/v2/scenes/${key}/attachments/thumbnail/download/?token=${linkTokens.get(key)}`,
    };
  }

  // --- V1

  const wireTask = ({ taskId, request, status, createdAt }: Task) => ({
    task_id: taskId,
    task_name: request.task_name,
    project_name: request.project_name,
    product: request.product,
    target: request.target,
    start: request.start,
    end: request.end,
    created_time: createdAt,
    status,
    orbit_hint: 'descending',
  });

  function submit(body: string): Said {
    const request = taskSchema.safeParse(parsed(body));
    if (!request.success) return json(400, { detail: z.prettifyError(request.error) });
    const { target } = request.data;
    const task: Task = {
      taskId: 70_000 + tasks.length,
      status: 'received',
      // Three numbers, as the interface has it (§2.6).
      request: {
        ...request.data,
        target: { ...target, coordinates: [...target.coordinates, 0].slice(0, 3) },
      },
      createdAt: new Date().toISOString(),
      captures: [],
    };
    tasks.unshift(task);
    return json(201, wireTask(task));
  }

  function scenesOf(captureId: string): Said {
    const capture = tasks.flatMap(({ captures }) => captures).find((each) => each.captureId === captureId);
    if (!capture?.scene) return json(200, []);
    const { scene } = capture;
    const key = `S${captureId.slice(0, 8)}`;
    const links = linksOf(key, scene, true);
    return json(200, [
      {
        scene_id: key,
        sceneset_id: captureId,
        timestamp: capture.start,
        footprint: { type: 'Polygon', coordinates: scene.footprint },
        rasters: [
          { url: links.visual, file_name: basename(scene.visual), bands: ['red', 'green', 'blue'] },
          {
            url: links.analytic,
            file_name: basename(scene.analytic),
            bands: ['blue', 'green', 'red', 'nir'],
          },
        ],
        attachments: [{ url: links.thumbnail, file_name: basename(scene.thumbnail), name: 'thumbnail' }],
        licence: 'survey',
      },
    ]);
  }

  function v1({ method, url, body }: Asked): Said | null {
    const path = url.pathname.replace(/\/$/, '');
    // Bare lists, whole: there is no page of anything.
    if (path === '/tasking/products') return json(200, [{ pk: 901, name: 'Survey 2 m', sensor: 'SV' }]);
    if (path === '/tasking/clients') return noItem('clients');
    if (path === '/tasking/client') return json(403, { detail: 'Not for this account.' });
    if (path === '/tasking/tasks' && method === 'POST') return submit(body);
    if (path === '/tasking/tasks') {
      const project = url.searchParams.get('project_name');
      const fitting = tasks.filter(({ request }) => !project || request.project_name === project);
      return json(200, fitting.map(wireTask));
    }
    if (path === '/catalog/scenes') return scenesOf(url.searchParams.get('sceneset_id') ?? '');
    const [, id, rest = ''] = /^\/tasking\/tasks\/(\d+)(\/captures|\/cancel)?$/.exec(path) ?? [];
    if (id === undefined) return null;
    const task = tasks.find(({ taskId }) => String(taskId) === id);
    if (!task) return noItem(id);
    // No more than where it stands: the list has the rest.
    if (rest === '') return json(200, { task_id: task.taskId, status: task.status });
    if (rest === '/captures')
      return json(
        200,
        task.captures.map(({ captureId, start, status }) => ({
          capture_id: captureId,
          status,
          ...(start === null ? {} : { start }),
        })),
      );
    if (method !== 'PATCH' || body !== '')
      return json(400, { detail: 'Cancel takes a PATCH without a body.' });
    task.status = 'Canceled';
    return { status: 200 };
  }

  // --- V2

  const wireOrder = ({ orderId, status, createdAt, updatedAt, feature }: Order) => ({
    type: 'Feature',
    geometry: { ...feature.geometry, coordinates: [...feature.geometry.coordinates, 12.5].slice(0, 3) },
    properties: {
      ...feature.properties,
      order_id: orderId,
      contract_id: contract.contract_id,
      status,
      created_at: createdAt,
      updated_at: updatedAt,
      desk: 'north',
    },
  });

  const wireDeliverable = ({ orderId }: Order, { id, status, scene }: Order['deliverables'][number]) => {
    const links = scene && linksOf(`D${id}`, scene, false);
    return {
      deliverable_id: id,
      order: orderId,
      status,
      assets: links
        ? {
            visual: { href: links.visual },
            analytic: { href: links.analytic },
            thumbnail: { href: links.thumbnail },
          }
        : {},
    };
  };

  /** A page with a relative link to the next, and no count. */
  function page(url: URL, rows: readonly unknown[], under: 'features' | 'results'): Said {
    const limit = Number(url.searchParams.get('limit') ?? 25);
    const offset = Number(url.searchParams.get('offset') ?? 0);
    const more = new URLSearchParams(url.searchParams);
    more.set('offset', String(offset + limit));
    more.set('limit', String(limit));
    return json(200, {
      ...(under === 'features' ? { type: 'FeatureCollection' } : {}),
      next: offset + limit < rows.length ? `${url.pathname}?${more}` : null,
      [under]: rows.slice(offset, offset + limit),
    });
  }

  function createOrder(body: string): Said {
    const feature = featureSchema.safeParse(parsed(body));
    if (!feature.success) return json(400, { detail: z.prettifyError(feature.error) });
    const at = new Date().toISOString();
    const order: Order = {
      orderId: String(orders.length + 1).padStart(6, '0'),
      status: 'received',
      createdAt: at,
      updatedAt: at,
      feature: feature.data,
      deliverables: [],
    };
    orders.unshift(order);
    return json(201, [wireOrder(order)]);
  }

  function v2({ method, url, body }: Asked): Said | null {
    const path = url.pathname.replace(/^\/v2/, '').replace(/\/$/, '');
    if (path === '/orders' && method === 'POST') return createOrder(body);
    if (path === '/orders') {
      const since = url.searchParams.get('updated_at__gte');
      const name = url.searchParams.get('order_name');
      // Tasks of V1 are no orders here.
      const fitting = orders
        .filter(() => !url.searchParams.get('task_id'))
        .filter(({ updatedAt }) => !since || Date.parse(updatedAt) >= Date.parse(since))
        .filter(({ feature }) => !name || feature.properties.order_name === name);
      return page(url, fitting.map(wireOrder), 'features');
    }
    if (path === '/deliverables')
      return page(
        url,
        orders.flatMap((order) => order.deliverables.map((each) => wireDeliverable(order, each))),
        'results',
      );
    const [, id, rest = ''] = /^\/orders\/(\d+)(\/captures|\/deliverables)?$/.exec(path) ?? [];
    if (id === undefined) return null;
    const order = orders.find(({ orderId }) => orderId === id);
    if (!order) return noItem(id);
    if (rest === '/captures') return json(200, []);
    if (rest === '/deliverables')
      return json(
        200,
        order.deliverables.map((each) => wireDeliverable(order, each)),
      );
    return json(200, { type: 'Feature', geometry: null, properties: { order_id: id, status: order.status } });
  }

  // --- the interface, with the issuer and the contracts at its own origin

  function issue(body: string): Said {
    const given = credentialsSchema.safeParse(parsed(body));
    if (!given.success) return json(400, { error: 'invalid_request' });
    const { client_id, client_secret } = given.data;
    if (client_id !== credentials.client_id || client_secret !== credentials.client_secret)
      return json(401, { error: 'access_denied' });
    const use = given.data.audience === 'api' ? 'accounts' : 'tasking';
    if (use === 'tasking' && given.data.audience !== audience)
      return json(403, { error: 'unknown_audience' });
    const token = randomBytes(24).toString('base64url');
    tokens.set(`Bearer ${token}`, use);
    return json(200, { access_token: token, expires_in: 3_600, token_type: 'Bearer' });
  }

  const api = await startPlainServer((asked) => {
    const { method, url, headers, body } = asked;
    if (url.pathname === '/oauth/token' && method === 'POST') return issue(body);
    if (url.pathname === '/v2/my/contracts')
      return tokens.get(headers.authorization ?? '') === 'accounts' ? json(200, [contract]) : json(401, {});
    if (tokens.get(String(headers.authorizationtoken)) !== 'tasking')
      return json(401, { message: 'Unauthorized' });
    if (headers[contractHeader.toLowerCase()] !== contract.contract_id)
      return json(401, { message: 'Unauthorized: contract' });
    if (Number(url.searchParams.get('limit') ?? 0) > most)
      return json(400, { limit: [`Ensure this value is less than or equal to ${most}.`] });
    return v1(asked) ?? v2(asked) ?? json(404, { message: 'Not here.' });
  });

  const task = (taskId: number) => {
    const found = tasks.find((each) => each.taskId === taskId);
    if (!found) throw new Error(`there is no task ${taskId}`);
    return found;
  };

  return {
    credentials,
    contractName: contract.name,
    addresses: {
      auth_url: api.origin,
      legacy_auth_url: api.origin,
      accounts_url: api.origin,
      base_url: api.origin,
      catalog_url: catalog.origin,
      orders_url: api.origin,
      catalog_path: '/catalog/',
      contract_header: contractHeader,
      tasking_audience: audience,
    },
    api,
    catalog,
    storage,
    tasks,
    orders,
    /** A capture of a task in whatever words; with pixels once it has been taken. */
    putCapture(
      taskId: number,
      capture: { captureId: string; start: string | null; status: string; withScene: boolean },
    ) {
      const of = task(taskId);
      const { withScene, ...said } = capture;
      const point = pointOf(taskSchema.parse(of.request).target.coordinates);
      const scene = withScene ? makeScene(join(folder, 'made'), `cap${taskId}`, point) : null;
      of.captures = [
        ...of.captures.filter(({ captureId }) => captureId !== capture.captureId),
        { ...said, scene },
      ];
    },
    setTaskStatus(taskId: number, status: string) {
      task(taskId).status = status;
    },
    /** Orders that were there before, each with its deliverable. */
    seedOrders(count: number, status: string) {
      for (let index = 0; index < count; index += 1) {
        const at = new Date(Date.now() - (index + 1) * 3_600_000).toISOString();
        const orderId = String(9_000 + index).padStart(6, '0');
        orders.push({
          orderId,
          status: 'closed',
          createdAt: at,
          updatedAt: at,
          feature: {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [5 + index / 100, 45] },
            properties: {
              sku: 'TSKPOI-M',
              order_name: `Earlier ${index}`,
              project_name: 'Earlier',
              parameters: {},
            },
          },
          deliverables: [{ id: `e${index}`, status, scene: null }],
        });
      }
    },
    /** The order is closed and its one deliverable there, in the service's own word for it. */
    deliver(orderId: string, status: string) {
      const order = orders.find((each) => each.orderId === orderId);
      if (!order) throw new Error(`there is no order ${orderId}`);
      const scene = makeScene(
        join(folder, 'made'),
        `ord${orderId}`,
        pointOf(order.feature.geometry.coordinates),
      );
      order.status = 'closed';
      order.updatedAt = new Date().toISOString();
      order.deliverables = [{ id: `d-${orderId}`, status, scene }];
      return scene;
    },
    close: () => Promise.all([api.close(), catalog.close(), storage.close()]),
  };
}
