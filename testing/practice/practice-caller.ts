import { request } from 'undici';
import { onTestFinished } from 'vitest';
import { createPracticeService } from '../../src-main/practice/create-practice-service.ts';
import type { PracticeOptions } from '../../src-main/practice/options.ts';

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  text: string;
  /** Parsed body, undefined when it is no JSON. Tests read it with a schema or `toMatchObject`. */
  json: unknown;
}

interface CallOptions {
  method?: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';
  headers?: Record<string, string>;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
}

/** One plain HTTP exchange: no redirects followed, no retries. */
export async function call(url: string, options: CallOptions = {}): Promise<Answer> {
  const { body } = options;
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const response = await request(url, {
    method: options.method ?? 'GET',
    headers: { ...(text === undefined ? {} : { 'content-type': 'application/json' }), ...options.headers },
    ...(text === undefined ? {} : { body: text }),
  });
  const bytes = Buffer.from(await response.body.arrayBuffer());
  const received = bytes.toString('utf8');
  return {
    status: response.statusCode,
    headers: response.headers,
    bytes,
    text: received,
    json: parsed(received),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Small scenes, a control address, a clock that only moves when told. Whoever starts it closes it. */
export async function startService(
  options: Partial<PracticeOptions> = {},
  clock: () => number = () => Date.UTC(2026, 10, 21, 9),
) {
  const service = await createPracticeService(
    { sceneSizePx: 256, seed: 7, control: true, ...options },
    clock,
  );
  if (service.controlUrl === null) throw new Error('there is no control address');
  return { ...service, controlUrl: service.controlUrl };
}

/** The same until the end of the test. */
export async function startForTest(...input: Parameters<typeof startService>) {
  const service = await startService(...input);
  onTestFinished(() => service.close());
  return service;
}

type Service = Awaited<ReturnType<typeof startForTest>>;
type Announced = Pick<Service, 'announcement'>;

export async function issueToken(
  service: Announced,
  kind: 'oauth' | 'legacy',
  audience = service.announcement.tasking_audience,
): Promise<string> {
  const { announcement } = service;
  const known = announcement.credentials.find((credentials) => credentials.kind === kind);
  const answer = await call(
    `${kind === 'oauth' ? announcement.auth_url : announcement.legacy_auth_url}/oauth/token`,
    {
      method: 'POST',
      body: {
        client_id: known?.client_id,
        client_secret: known?.client_secret,
        audience,
        grant_type: 'client_credentials',
      },
    },
  );
  return String(field(answer.json, 'access_token'));
}

/** `value[name]` of anything, undefined when it has none. */
export function field(value: unknown, name: string): unknown {
  return value !== null && typeof value === 'object'
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A caller with its token and, for oauth, a contract chosen by name. */
export async function signIn(service: Announced, contractName: string | 'legacy' = 'Agriculture Monitoring') {
  const { announcement } = service;
  const legacy = contractName === 'legacy';
  const token = await issueToken(service, legacy ? 'legacy' : 'oauth');
  const headers: Record<string, string> = { authorizationToken: `Bearer ${token}` };
  if (!legacy) headers[announcement.contract_header] = await contractId(service, contractName);
  const at = (path: string) => (path.startsWith('http') ? path : `${announcement.base_url}${path}`);
  const asked = (path: string, options: CallOptions = {}) =>
    call(at(path), { ...options, headers: { ...headers, ...options.headers } });
  return {
    headers,
    call: asked,
    get: (path: string) => asked(path),
    /** A call of V2; links of its pages lead from the root of the announced base's origin. */
    orders: (path: string, options: CallOptions = {}) =>
      asked(`${new URL(announcement.orders_url).origin}${path}`, options),
    order: (body: unknown) => asked(`${announcement.orders_url}/v2/orders`, { method: 'POST', body }),
    submit: (body: unknown) => asked('/tasking/tasks/', { method: 'POST', body }),
    cancel: (taskId: unknown) => asked(`/tasking/tasks/${taskId}/cancel/`, { method: 'PATCH' }),
    scenes: (captureId: unknown) =>
      asked(
        `/${announcement.catalog_path.replace(/^\//, '')}/scenes/?sceneset_id=${encodeURIComponent(String(captureId))}`,
      ),
  };
}

type Caller = Awaited<ReturnType<typeof signIn>>;

async function contractId(service: Announced, name: string): Promise<string> {
  const token = await issueToken(service, 'oauth', 'api');
  const answer = await call(`${service.announcement.accounts_url}/v2/my/contracts?limit=5`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const contracts = list(Array.isArray(answer.json) ? answer.json : field(answer.json, 'results'));
  return String(
    field(
      contracts.find((each) => field(each, 'name') === name),
      'contract_id',
    ),
  );
}

/** Practice time goes on by so many seconds. */
export async function advance(service: Service, seconds: number): Promise<void> {
  await call(`${service.controlUrl}/advance`, { method: 'POST', body: { seconds } });
}

export async function planFault(
  service: Service,
  match: Record<string, unknown>,
  fault: Record<string, unknown>,
): Promise<Answer> {
  return call(`${service.controlUrl}/faults`, { method: 'POST', body: { match, fault } });
}

/** A submission that every contract with one client takes. */
export function pointTask(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    task_name: 'Test field',
    project_name: 'Conformance',
    product: 169,
    target: { type: 'Point', coordinates: [10.25, 50.5] },
    start: '2026-12-01T00:00:00+00:00',
    end: '2026-12-11T00:00:00+00:00',
    ...changes,
  };
}

/** An order that every contract takes; changes are of its properties. */
export function pointOrder(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { geometry, ...properties } = changes;
  return {
    type: 'Feature',
    geometry: geometry ?? { type: 'Point', coordinates: [10.25, 50.5] },
    properties: {
      sku: 'TSKPOI-M',
      order_name: 'Test order',
      project_name: 'Conformance',
      parameters: { start: '2026-12-01T00:00:00Z', end: '2026-12-11T00:00:00Z' },
      ...properties,
    },
  };
}

/** About 10 × 11 km. */
export const someArea = {
  type: 'Polygon',
  coordinates: [
    [
      [10, 50],
      [10.15, 50],
      [10.15, 50.1],
      [10, 50.1],
      [10, 50],
    ],
  ],
};

/** The properties of an order: of one Feature, or of the first of a list. */
export function orderProperties(json: unknown): unknown {
  return field(Array.isArray(json) ? json[0] : json, 'properties');
}

/** Submits, lets time pass until the first capture is published, answers its id. */
export async function publishedCapture(
  service: Service,
  caller: Caller,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const task = await caller.submit(pointTask(changes));
  const path = `/tasking/tasks/${field(task.json, 'task_id')}/captures/`;
  for (let hours = 0; hours < 24 * 12; hours += 6) {
    const answer = await caller.get(path);
    const published = list(field(answer.json, 'results')).find(
      (each) => field(each, 'status') === 'published',
    );
    if (published) return String(field(published, 'capture_id'));
    await advance(service, 6 * 3_600);
  }
  throw new Error('no capture was published within twelve practice days');
}
