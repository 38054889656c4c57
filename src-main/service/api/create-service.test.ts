import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { captureIdSchema, contractIdSchema, taskIdSchema } from '../../../src-preload/contract/ids.ts';
import { makeConnection } from '../../../testing/make-connection.ts';
import { makeService } from '../../../testing/make-service.ts';
import { sampleTask, sampleTaskAnswer } from '../../../testing/sample-task.ts';
import {
  type Script,
  type ScriptedServer,
  sendJson,
  startScriptedServer,
} from '../../../testing/scripted-server.ts';

const signal = new AbortController().signal;
const contractId = contractIdSchema.parse('cont.1');
const taskId = taskIdSchema.parse(4_711);
const captureId = captureIdSchema.parse('capture/1 ä');

let server: ScriptedServer;
let made: ReturnType<typeof makeService>;
let connection: ReturnType<typeof makeConnection>;
let issued: number;
/** Answers all calls except those for a token. */
let answer: Script;

function make(options: Parameters<typeof makeConnection>[1] = {}) {
  connection = makeConnection(server.origin(), options);
  made = makeService(connection);
}
beforeEach(async () => {
  issued = 0;
  answer = (_, response) => sendJson(response, { count: 0, next: null, results: [] });
  server = await startScriptedServer({
    script(request, response, raw) {
      if (!request.path.endsWith('/oauth/token')) return answer(request, response, raw);
      issued += 1;
      return sendJson(response, { access_token: `t${issued}`, expires_in: 600 });
    },
  });
  make();
});
afterEach(async () => {
  await made.close();
  await server.close();
});

const client = (contract: typeof contractId | null = contractId) =>
  made.service.forScope({ connectionId: connection.id, contractId: contract });
/** Returns the calls that reached the service, without those for a token. */
const calls = () => server.seen.filter((request) => !request.path.endsWith('/oauth/token'));
const give = (value: unknown, status = 200) => {
  answer = (_, response) => sendJson(response, value, status);
};
const page = (results: unknown[], extra: object = {}) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
  ...extra,
});

describe('a token that is refused', () => {
  const refuse =
    (refused: (token: string) => boolean, status: number, body: object): Script =>
    (request, response) => {
      if (refused(request.headers.authorizationtoken ?? '')) sendJson(response, body, status);
      else sendJson(response, page([{ pk: 1, name: 'P' }]));
    };

  it.each([{ message: 'Unauthorized' }, { message: 'token or contract not valid' }, {}])(
    'is renewed once, whatever is said: %j',
    async (body) => {
      answer = refuse((token) => token === 'Bearer t1', 401, body);
      expect(await client().products(signal)).toHaveLength(1);
      expect(calls().map(({ headers }) => headers.authorizationtoken)).toEqual(['Bearer t1', 'Bearer t2']);
    },
  );

  it('twice is the end of it', async () => {
    answer = refuse(() => true, 401, { message: 'Unauthorized' });
    await expect(client().products(signal)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      data: { host: new URL(server.origin()).host, detail: 'Unauthorized' },
    });
    expect([calls().length, issued]).toEqual([2, 2]);
    answer = refuse(() => true, 401, { message: 'No contract named' });
    await expect(client(null).products(signal)).rejects.toMatchObject({ code: 'CONTRACT_NEEDED' });
  });

  it('with 403 is not renewed: a new one would be refused as well', async () => {
    answer = refuse(() => true, 403, { message: 'Forbidden' });
    await expect(client().products(signal)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect([calls().length, issued]).toEqual([1, 1]);
  });

  it('is renewed once for fifty calls at the same time', async () => {
    answer = refuse((token) => token === 'Bearer t1', 401, {});
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => client().products(signal)));
    expect(outcomes.every((rows) => rows.length === 1)).toBe(true);
    expect(issued).toBe(2);
  });

  it('is renewed for a submission too, which was refused and so can be sent again', async () => {
    answer = (request, response) =>
      request.headers.authorizationtoken === 'Bearer t1'
        ? sendJson(response, {}, 401)
        : sendJson(response, sampleTaskAnswer, 201);
    expect((await client().submitTask(sampleTask, signal)).parsed.task_id).toBe(4_711);
    expect(calls()).toHaveLength(2);
  });
});

describe('the calls', () => {
  it('go where the interface says', async () => {
    answer = (request, response) =>
      sendJson(response, request.path.includes('/tasks/4711/') ? sampleTaskAnswer : page([]));
    await client().products(signal);
    await client().clients(signal);
    for await (const _ of client().taskPages({ projectName: 'a&b', status: 'received' }, signal));
    await client().task(taskId, signal);
    await client()
      .captures(taskId, signal)
      .catch(() => undefined);
    await client().cancelTask(taskId, signal);
    await client().scenes(captureId, signal);
    await made.service.contracts(connection.id, signal);
    expect(calls().map(({ method, path, body }) => `${method} ${path} ${body}`.trim())).toEqual([
      'GET /api/tasking/products/?limit=200&offset=0',
      'GET /api/tasking/clients/',
      'GET /api/tasking/tasks/?limit=200&offset=0&project_name=a%26b&status=received',
      'GET /api/tasking/tasks/4711/',
      'GET /api/tasking/tasks/4711/captures/?limit=200&offset=0',
      'PATCH /api/tasking/tasks/4711/cancel/',
      'GET /api/archive/scenes/?limit=200&offset=0&sceneset_id=capture%2F1+%C3%A4',
      'GET /accounts/v2/my/contracts',
    ]);
    const { headers } = calls().at(-1) ?? {};
    expect(headers).toMatchObject({ authorization: expect.stringMatching(/^Bearer t/) });
    expect(headers).not.toHaveProperty('x-service-contract-id');
  });

  it('name no contract where there is none, and use the header that the connection names', async () => {
    await client(null).products(signal);
    expect(calls()[0]?.headers).not.toHaveProperty('x-service-contract-id');
    make({ contractHeader: 'X-Other-Name', catalogPath: '/own/catalog/' });
    await client().scenes(captureId, signal);
    expect(calls().at(-1)).toMatchObject({
      path: expect.stringMatching(/^\/api\/own\/catalog\/scenes\/\?/),
      headers: { 'x-other-name': 'cont.1' },
    });
  });

  it('fail where the connection is gone', async () => {
    const other = makeConnection(server.origin(), { id: 'gone' });
    const scope = { connectionId: other.id, contractId };
    await expect((async () => made.service.forScope(scope).products(signal))()).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('what the service says', () => {
  it('is kept raw beside what is read of it', async () => {
    const task = { ...sampleTaskAnswer, status: 'on_its_way', quota: { left: 3 }, created_time: null };
    give(task);
    expect(await client().task(taskId, signal)).toEqual({
      raw: task,
      parsed: expect.objectContaining({
        task_id: 4_711,
        status: 'on_its_way',
        created_time: null,
        max_captures: null,
      }),
    });
  });

  it('needs an identifier and nothing else, as text or number', async () => {
    give({ task_id: '4711', project_name: 12, priority: '3', product: '169', max_captures: '2' });
    expect((await client().task(taskId, signal)).parsed).toMatchObject({
      task_id: 4_711,
      project_name: '12',
      priority: 3,
      product: 169,
      max_captures: 2,
      target: null,
    });
    give(page([{ pk: '7' }, { pk: 8, name: null }]));
    expect((await client().products(signal)).map((row) => row.parsed)).toEqual([
      { pk: 7, name: null },
      { pk: 8, name: null },
    ]);
    give(page([{ capture_id: 5 }, { capture_id: 'c', start: 7, status: {} }]));
    expect((await client().captures(taskId, signal)).rows.map((row) => row.parsed)).toMatchObject([
      { capture_id: '5', start: null },
      { capture_id: 'c', start: '7', status: null },
    ]);
    give([{ contract_id: 'cont.1' }]);
    expect((await made.service.contracts(connection.id, signal)).rows[0]?.parsed).toMatchObject({
      contract_id: 'cont.1',
      status: null,
      archive_configuration: null,
      tasking_configuration: null,
    });
    expect(made.unreadable).toEqual([]);
  });

  it('of a scene may lack all but its id; a file without an address is kept, and what is no file is left out', async () => {
    const raster = {
      url: 'https://c.invalid/token/x/raster/a.tif',
      file_name: 'a.tif',
      bands: ['red', 'nir'],
    };
    give(
      page([
        { scene_id: 's1' },
        {
          scene_id: 2,
          footprint: { type: 'Polygon', coordinates: [] },
          metadata: 'none',
          rasters: [raster, { file_name: 'no-address.tif' }, null],
          attachments: 'none',
          bands: { red: 1 },
        },
      ]),
    );
    const rows = await client().scenes(captureId, signal);
    expect(rows.map((row) => row.parsed)).toMatchObject([
      { scene_id: 's1', rasters: [], attachments: [], metadata: null },
      {
        scene_id: '2',
        rasters: [raster, { file_name: 'no-address.tif', url: null }],
        attachments: [],
        metadata: null,
      },
    ]);
    expect(rows[1]?.raw.rasters).toHaveLength(3);
  });

  it('of rows that cannot be read at all is reported, and the others are there', async () => {
    give(page([{ name: 'no key' }, { pk: 1 }, 'words', { pk: 'x' }]));
    expect(await client().products(signal)).toHaveLength(1);
    expect(made.unreadable).toEqual([['products', 3]]);
    give({ name: 'no id' });
    await expect(client().task(taskId, signal)).rejects.toMatchObject({ code: 'BAD_ANSWER' });
  });

  it.each([
    ['HTML', '<html>', 'html'],
    ['broken JSON', '{"a":', 'no-json'],
    ['nothing', '', 'no-page'],
  ])('as %s with status 200 is no answer', async (_, text, detail) => {
    answer = (__, response) => response.end(text);
    await expect(client().products(signal)).rejects.toMatchObject({ code: 'BAD_ANSWER', data: { detail } });
  });

  it('comes in pages of its own size', async () => {
    answer = (request, response) => {
      const offset = Number(new URL(request.path, server.origin()).searchParams.get('offset'));
      const results = [0, 1, 2].map((i) => ({ pk: offset + i })).filter(({ pk }) => pk < 8);
      const next =
        offset + 3 < 8 ? `${server.origin()}/api/tasking/products/?limit=3&offset=${offset + 3}` : null;
      sendJson(response, { count: 8, next, previous: null, results });
    };
    expect((await client().products(signal)).map((row) => row.parsed.pk)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(calls()).toHaveLength(3);
  });

  it('with a next to elsewhere takes no token there', async () => {
    const foreign = await startScriptedServer({
      script: (_, response) => sendJson(response, page([{ pk: 666 }])),
    });
    answer = (request, response) => {
      const more = request.path.includes('offset=0');
      sendJson(
        response,
        page([{ pk: more ? 1 : 2 }], { next: more ? `${foreign.origin()}/api/?offset=1` : null }),
      );
    };
    expect((await client().products(signal)).map((row) => row.parsed.pk)).toEqual([1, 2]);
    expect(foreign.seen).toEqual([]);
    await foreign.close();
  });

  it('at a length without measure is refused', async () => {
    let offset = 0;
    answer = (_, response) => {
      const results = Array.from({ length: 30_000 }, (__, i) => ({ pk: offset + i }));
      offset += results.length;
      sendJson(response, page(results, { next: `?offset=${offset}` }));
    };
    await expect(client().products(signal)).rejects.toMatchObject({
      code: 'BAD_ANSWER',
      data: { where: 'products', detail: 'too-many-rows' },
    });
    expect(calls()).toHaveLength(4);
  });
});

describe('a submission', () => {
  const sent = () => calls().filter(({ method }) => method === 'POST');

  it('is the task and nothing else, and its answer is kept', async () => {
    give({ ...sampleTaskAnswer, extra: 1 }, 201);
    const row = await client().submitTask(sampleTask, signal);
    expect(row).toMatchObject({ parsed: { task_id: 4_711, status: 'received' }, raw: { extra: 1 } });
    expect(JSON.parse(sent()[0]?.body ?? '')).toEqual(sampleTask);
    expect(sent()[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-contract-id': 'cont.1',
    });
  });

  const unknown: [string, Script][] = [
    ['500', (_, response) => sendJson(response, { message: 'oops' }, 500)],
    ['502 with HTML', (_, response) => response.writeHead(502).end('<html>')],
    ['504', (_, response) => response.writeHead(504).end()],
    ['408', (_, response) => response.writeHead(408).end()],
    ['a redirect', (_, response) => response.writeHead(303, { location: '/api/tasking/tasks/1/' }).end()],
    [
      'a redirect that shows a task',
      (_, response) => {
        response.writeHead(303, { location: '/api/tasking/tasks/1/' });
        response.end(JSON.stringify(sampleTaskAnswer));
      },
    ],
    ['a reset', (_, __, raw) => raw.socket.resetAndDestroy()],
    [
      'an answer cut short',
      (_, response) =>
        response.writeHead(201, { 'content-length': '99' }).write('{"task', () => response.destroy()),
    ],
    ['no JSON', (_, response) => response.end('created')],
    ['nothing', (_, response) => response.writeHead(204).end()],
    ['a task without an id', (_, response) => sendJson(response, { status: 'received' })],
  ];
  it.each(unknown)('answered by %s may have been taken: never repeated', async (_, script) => {
    answer = script;
    await expect(client().submitTask(sampleTask, signal)).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      data: { submissionId: '' },
    });
    expect(sent()).toHaveLength(1);
  });

  describe('redirected by a status that says that it was not processed', () => {
    /** Creates a service whose tasks moved below `/api/v3`. */
    const movedTo = (place: string, status: number, others?: Script): Script => {
      return (request, response, raw) => {
        const { method, path } = request;
        if (method === 'POST' && path === '/api/tasking/tasks/')
          return response.writeHead(status, { location: place }).end();
        if (method === 'POST') return sendJson(response, sampleTaskAnswer, 201);
        if (others !== undefined) return others(request, response, raw);
        return path.startsWith('/api/v3/tasking/tasks/')
          ? sendJson(response, page([]))
          : sendJson(response, {}, 404);
      };
    };

    it.each([301, 302, 307, 308])(
      '%i: says so, looks at the new address, sends to it when asked again',
      async (status) => {
        answer = movedTo('/api/v3/tasking/tasks/', status);
        const here = client();
        await expect(here.submitTask(sampleTask, signal)).rejects.toMatchObject({
          code: 'ADDRESS_MOVED',
          data: { status, learned: true, place: expect.stringMatching(/\/api\/v3\/tasking\/tasks\/$/) },
        });
        expect(sent()).toHaveLength(1);
        await expect(here.submitTask(sampleTask, signal)).resolves.toMatchObject({
          parsed: { task_id: 4_711 },
        });
        expect(sent().map(({ path }) => path)).toEqual(['/api/tasking/tasks/', '/api/v3/tasking/tasks/']);
      },
    );

    it.each([
      ['a place that lists nothing', '/api/sign-in'],
      ['itself', '/api/tasking/tasks/'],
      ['another origin', 'https://elsewhere.example/tasking/tasks/'],
    ])('to %s: says so and learns nothing', async (_, place) => {
      answer = movedTo(place, 308);
      const here = client();
      for (const times of [1, 2]) {
        await expect(here.submitTask(sampleTask, signal)).rejects.toMatchObject({
          code: 'ADDRESS_MOVED',
          data: { learned: false },
        });
        expect(sent()).toHaveLength(times);
      }
      expect(new Set(sent().map(({ path }) => path))).toEqual(new Set(['/api/tasking/tasks/']));
    });

    it.each<[string, Script]>([
      ['a listing that comes with an error', (_, response) => sendJson(response, page([]), 404)],
      ['broken JSON', (_, response) => response.end('{"results":[')],
      ['something that is no listing', (_, response) => sendJson(response, { results: 'none' })],
      ['no answer at all', (_, __, raw) => raw.socket.resetAndDestroy()],
    ])('to a place with %s: says so and learns nothing', async (_, others) => {
      answer = movedTo('/api/v3/tasking/tasks/', 307, others);
      const here = client();
      for (const times of [1, 2]) {
        await expect(here.submitTask(sampleTask, signal)).rejects.toMatchObject({
          code: 'ADDRESS_MOVED',
          data: { status: 307, learned: false },
        });
        expect(sent()).toHaveLength(times);
      }
      expect(new Set(sent().map(({ path }) => path))).toEqual(new Set(['/api/tasking/tasks/']));
    });

    it('asks the new address for one row only, to see what is there', async () => {
      answer = movedTo('/api/v3/tasking/tasks/?of=mine', 308);
      await expect(client().submitTask(sampleTask, signal)).rejects.toMatchObject({ code: 'ADDRESS_MOVED' });
      expect(
        calls()
          .filter(({ method }) => method === 'GET')
          .map(({ path }) => path),
      ).toEqual(['/api/v3/tasking/tasks/?of=mine&limit=1']);
    });

    it('with a name and a password in the new address: says so and learns nothing', async () => {
      for (const user of ['ann@', ':secret@']) {
        answer = movedTo(`http://${user}${new URL(server.origin()).host}/api/v3/tasking/tasks/`, 308);
        await expect(client().submitTask(sampleTask, signal)).rejects.toMatchObject({
          code: 'ADDRESS_MOVED',
          data: { learned: false },
        });
      }
      expect(calls().filter(({ method }) => method === 'GET')).toEqual([]);
    });

    it('tells of another origin, but not of the path there', async () => {
      answer = movedTo('https://elsewhere.example/sent/with/CANARY', 308);
      const error = await client()
        .submitTask(sampleTask, signal)
        .catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'ADDRESS_MOVED', data: { place: 'https://elsewhere.example/…' } });
    });

    it.each([
      '/api/tasking/tasks/17/',
      '/api/tasking/tasks/',
      '/api/tasking/tasks?created=17',
      '/api/tasking/tasks/?page=last',
    ])('to what was just made, %s: that was processed', async (place) => {
      for (const status of [301, 302]) {
        answer = movedTo(place, status, (_request, response) => sendJson(response, page([])));
        await expect(client().submitTask(sampleTask, signal)).rejects.toMatchObject({
          code: 'OUTCOME_UNKNOWN',
        });
      }
    });

    it('with 307 to below the listing: it was not processed', async () => {
      // 307 and 308 ask to send the task again unchanged: nothing was created.
      answer = movedTo('/api/tasking/tasks/17/', 307);
      await expect(client().submitTask(sampleTask, signal)).rejects.toMatchObject({ code: 'ADDRESS_MOVED' });
    });

    it('in a circle: is not believed a second time', async () => {
      answer = ({ method, path }, response) => {
        const other = path.startsWith('/api/a/') ? '/api/tasking/tasks/' : '/api/a/';
        if (method === 'POST') return response.writeHead(308, { location: other }).end();
        return sendJson(response, page([]));
      };
      const here = client();
      const learned: unknown[] = [];
      for (let times = 0; times < 2; times += 1)
        await here.submitTask(sampleTask, signal).catch((error) => learned.push(error.data.learned));
      expect(learned).toEqual([true, false]);
    });

    it('without saying where: may have been taken', async () => {
      for (const headers of [{}, { location: 'http://[' }]) {
        answer = (_, response) => response.writeHead(308, headers).end();
        await expect(client().submitTask(sampleTask, signal)).rejects.toMatchObject({
          code: 'OUTCOME_UNKNOWN',
        });
      }
    });

    it('a cancellation says so too', async () => {
      answer = (_, response) => response.writeHead(308, { location: '/api/v3/' }).end();
      await expect(client().cancelTask(taskId, signal)).rejects.toMatchObject({ code: 'ADDRESS_MOVED' });
    });
  });

  it('given up after it went out may have been taken', async () => {
    const leaving = new AbortController();
    answer = () => leaving.abort();
    await expect(client().submitTask(sampleTask, leaving.signal)).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    });
    await expect(client().submitTask(sampleTask, AbortSignal.abort())).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    expect(sent()).toHaveLength(1);
  });

  it.each([
    [
      400,
      { start: ['too early'], message: 'invalid' },
      { code: 'REFUSED', data: { status: 400, detail: 'invalid', fields: { start: ['too early'] } } },
    ],
    [
      422,
      { target: 'outside the contract' },
      { code: 'REFUSED', data: { fields: { target: ['outside the contract'] } } },
    ],
    [409, { detail: 'twice' }, { code: 'REFUSED', data: { status: 409, detail: 'twice' } }],
    [403, { message: 'no' }, { code: 'UNAUTHORIZED' }],
    [404, {}, { code: 'NOT_FOUND' }],
    [429, {}, { code: 'RATE_LIMITED' }],
  ])('refused with %i was not taken', async (status, body, expected) => {
    give(body, status);
    await expect(client().submitTask(sampleTask, signal)).rejects.toMatchObject(expected);
    expect(sent()).toHaveLength(1);
  });

  it('that never left was not taken', async () => {
    // An earlier connection is kept but closed by now; the body must not be written to it.
    await client().products(signal);
    await server.close();
    await expect(client().submitTask(sampleTask, signal)).rejects.toMatchObject({ code: 'UNREACHABLE' });
    await expect(client().cancelTask(taskId, signal)).rejects.toMatchObject({ code: 'UNREACHABLE' });
  });
});

describe('a cancellation', () => {
  it.each([
    [200, '{}'],
    [204, ''],
    [200, 'no json at all'],
  ])('needs no body in its answer: %i %j', async (status, text) => {
    answer = (_, response) => response.writeHead(status).end(text);
    await expect(client().cancelTask(taskId, signal)).resolves.toBeUndefined();
  });

  it.each([
    [404, 'NOT_FOUND'],
    [409, 'REFUSED'],
    [500, 'SERVICE_FAILED'],
  ])('refused with %i says so', async (status, code) => {
    give({}, status);
    await expect(client().cancelTask(taskId, signal)).rejects.toMatchObject({ code });
    expect(calls()).toHaveLength(1);
  });
});

describe('the clients', () => {
  const range = { max_priority: 1, min_priority: 50, default_priority: 20 };
  const ranged = (name: string) => ({ name, maxPriority: 1, minPriority: 50, defaultPriority: 20 });
  it.each([
    ['a page', page([{ name: 'a', ...range }]), [ranged('a')]],
    [
      'an array',
      [
        { client: 'a', ...range },
        { client_name: 'b', ...range },
      ],
      [ranged('a'), ranged('b')],
    ],
    ['names as keys', { a: range, b: { ...range, name: 'B' } }, [ranged('a'), ranged('B')]],
    ['a range one level down', [{ name: 'a', priority: range }], [ranged('a')]],
    ['below `clients`', { clients: [{ name: 'a', ...range }] }, [ranged('a')]],
    ['one client', { name: 'a', ...range }, [ranged('a')]],
    [
      'numbers as text',
      [{ name: 'a', max_priority: '1', min_priority: '50', default_priority: '20' }],
      [ranged('a')],
    ],
    ['names only', ['a'], [{ name: 'a', maxPriority: null, minPriority: null, defaultPriority: null }]],
    ['nobody', page([]), []],
  ])('come as %s', async (_, value, expected) => {
    give(value);
    expect(await client().clients(signal)).toEqual(expected);
  });

  it('are asked for at `/client/` where `/clients/` is not there', async () => {
    answer = ({ path }, response) =>
      path.endsWith('/tasking/client/')
        ? sendJson(response, page([{ name: 'a', ...range }]))
        : sendJson(response, {}, 404);
    expect(await client().clients(signal)).toEqual([ranged('a')]);
  });

  it('go on over several pages', async () => {
    answer = (request, response) => {
      const more = !request.path.includes('offset=1');
      sendJson(
        response,
        page([{ name: more ? 'a' : 'b', ...range }], {
          next: more ? '/api/tasking/clients/?offset=1' : null,
        }),
      );
    };
    expect((await client().clients(signal)).map(({ name }) => name)).toEqual(['a', 'b']);
    expect(calls()).toHaveLength(2);
  });

  it('are not guessed from something else', async () => {
    give('words');
    await expect(client().clients(signal)).rejects.toMatchObject({ code: 'BAD_ANSWER' });
  });
});

it('a listing that began before the address was changed carries no token there', async () => {
  give(page([sampleTaskAnswer], { next: `${server.origin()}/api/tasking/tasks/?offset=1` }));
  const read = async () => {
    for await (const _ of client().taskPages({}, signal))
      connection.addresses.baseUrl = 'https://new.invalid/';
  };
  await expect(read()).rejects.toMatchObject({ code: 'ADDRESS_REFUSED', data: { reason: 'foreign' } });
  expect(calls()).toHaveLength(1);
});
