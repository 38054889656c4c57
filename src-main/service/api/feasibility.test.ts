import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contractIdSchema } from '../../../src-preload/contract/ids.ts';
import { makeConnection } from '../../../testing/make-connection.ts';
import { makeService } from '../../../testing/make-service.ts';
import { type ScriptedServer, sendJson, startScriptedServer } from '../../../testing/scripted-server.ts';
import { readFeasibility } from './feasibility.ts';

const signal = new AbortController().signal;
const request = {
  task_name: 'one',
  project_name: 'two',
  product: 169,
  target: { type: 'Point' as const, coordinates: [4, 51] as [number, number] },
  start: '2026-03-01T00:00:00Z',
  end: '2026-03-08T00:00:00Z',
};

describe('the answer', () => {
  it.each([
    [true, 'feasible', null],
    [false, 'not-feasible', null],
    [{ can_add_order: true }, 'feasible', null],
    [{ can_add: 'no', reason: 'No pass in this period' }, 'not-feasible', 'No pass in this period'],
    [{ data: { feasible: false, messages: 5, detail: ['Too', 'late'] } }, 'not-feasible', 'Too late'],
    [{ is_feasible: 'true', message: '' }, 'feasible', null],
    [{ is_feasible: false, reasons: ['Too late'] }, 'not-feasible', 'Too late'],
    [{ is_feasible: false, reasons: [], message: 'Too cloudy' }, 'not-feasible', 'Too cloudy'],
    [{ a: { b: { c: { feasible: true, message: 'deep' } } } }, 'feasible', 'deep'],
    // Deeper levels are not searched.
    [{ a: { b: { c: { d: { feasible: true } } } } }, 'unclear', null],
    // Other fields decide nothing.
    [{ captures: 3, message: 'Some passes' }, 'unclear', 'Some passes'],
    [{ result: { score: 0.4 } }, 'unclear', null],
    [undefined, 'unclear', null],
    [[], 'unclear', null],
    ['maybe', 'unclear', null],
  ])('%j is %s', (answer, outcome, detail) => {
    expect(readFeasibility(answer, (text) => text)).toEqual({ outcome, detail });
  });

  it.each(['Yes', ' feasible ', 'possible', 'ok', 'accepted'])('%j means yes', (answer) => {
    expect(readFeasibility({ result: answer }, (text) => text).outcome).toBe('feasible');
  });

  it.each(['No', 'infeasible', 'not feasible', 'not_feasible', 'impossible', 'rejected'])(
    '%j means no',
    (answer) => {
      expect(readFeasibility({ result: answer }, (text) => text).outcome).toBe('not-feasible');
    },
  );

  it('is told without secrets, and no longer than one can read', () => {
    const { detail } = readFeasibility({ message: 'x'.repeat(1_000) }, (text) => `clean ${text}`);
    expect(detail).toBe(`clean ${'x'.repeat(600)}`);
  });
});

describe('the question', () => {
  let server: ScriptedServer;
  let made: ReturnType<typeof makeService>;
  let there: string | null;
  let missing: number;
  const connectionOf = () => makeConnection(server.origin());
  beforeEach(async () => {
    there = '/api/tasking/analysis/can-add-order/';
    missing = 404;
    server = await startScriptedServer({
      script(asked, response) {
        if (asked.path.endsWith('/oauth/token'))
          return sendJson(response, { access_token: 't1', expires_in: 600 });
        return asked.path === there
          ? sendJson(response, { can_add_order: false, reason: 'clouds' })
          : sendJson(response, { detail: 'none' }, missing);
      },
    });
    made = makeService(connectionOf());
  });
  afterEach(async () => {
    await made.close();
    await server.close();
  });
  const ask = () =>
    made.service
      .forScope({ connectionId: connectionOf().id, contractId: contractIdSchema.parse('cont.1') })
      .feasibility(request, signal);
  const asked = () => server.seen.filter(({ path }) => path.startsWith('/api'));

  it('carries the body of the task, and makes none', async () => {
    expect(await ask()).toEqual({ outcome: 'not-feasible', detail: 'clouds' });
    expect(asked().map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/tasking/analysis/can-add-order/',
    ]);
    expect(JSON.parse(asked()[0]?.body ?? '')).toEqual(request);
  });

  it.each([404, 405, 410, 501])('is asked the other way where the first is not there: %i', async (status) => {
    there = '/api/analysis';
    missing = status;
    expect(await ask()).toMatchObject({ outcome: 'not-feasible' });
  });

  it('is not asked the other way where the first was refused', async () => {
    there = '/api/analysis';
    missing = 400;
    await expect(ask()).rejects.toMatchObject({ code: 'REFUSED' });
    expect(asked()).toHaveLength(1);
  });

  it('is not offered where neither is there', async () => {
    there = null;
    expect(await ask()).toEqual({ outcome: 'not-offered', detail: null });
    expect(asked()).toHaveLength(2);
  });
});
