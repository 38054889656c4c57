import { z } from 'zod';
import { type FaultBook, faultPlanSchema } from './faults.ts';
import { json, notFound, type Route } from './http-toolkit.ts';
import { fingerprint, type SceneMaker } from './imagery/make-scene.ts';
import { sceneFileKinds, sceneFileName } from './imagery/scene-file-kinds.ts';
import type { OrderBook } from './orders/order-book.ts';
import type { RequestJournal } from './request-journal.ts';
import type { Scenes } from './scenes.ts';
import type { Tokens } from './tokens.ts';
import { orderNumberText, type World } from './world.ts';

interface ControlDeps {
  world: World;
  tokens: Tokens;
  scenes: Scenes;
  book: OrderBook;
  maker: SceneMaker;
  faults: FaultBook;
  journal: RequestJournal;
  advance: (seconds: number) => void;
}

const advanceSchema = z.object({ seconds: z.number().min(0).max(1e9) });
const touchSchema = z.object({ count: z.number().int().min(1) });

/**
 * Returns the calls of the control address: fault plans, changes of the clock and the world, and the state behind the
 * interface.
 */
export function controlRoutes(deps: ControlDeps): Route[] {
  const done = json(200, { ok: true });
  return [
    {
      method: 'POST',
      path: /^\/faults$/,
      handle(request) {
        const plan = faultPlanSchema.safeParse(request.json);
        if (!plan.success) return json(400, { detail: z.prettifyError(plan.error) });
        deps.faults.add(plan.data);
        return done;
      },
    },
    {
      method: 'DELETE',
      path: /^\/faults$/,
      handle() {
        deps.faults.clear();
        return done;
      },
    },
    {
      method: 'POST',
      path: /^\/expire-tokens$/,
      handle() {
        deps.tokens.expireAll();
        return done;
      },
    },
    {
      method: 'POST',
      path: /^\/expire-links$/,
      handle() {
        deps.scenes.expireLinks();
        return done;
      },
    },
    {
      method: 'POST',
      path: /^\/advance$/,
      handle(request) {
        const input = advanceSchema.safeParse(request.json);
        if (!input.success) return json(400, { seconds: ['A number of practice seconds is required.'] });
        deps.advance(input.data.seconds);
        return done;
      },
    },
    {
      method: 'POST',
      path: /^\/touch-orders$/,
      handle(request) {
        const input = touchSchema.safeParse(request.json);
        if (!input.success) return json(400, { count: ['A number of orders is required.'] });
        return json(200, { order_ids: deps.book.touch(input.data.count).map(orderNumberText) });
      },
    },
    { method: 'GET', path: /^\/orders$/, handle: () => json(200, [...deps.world.allOrders()]) },
    { method: 'GET', path: /^\/log$/, handle: () => json(200, deps.journal.entries()) },
    {
      method: 'DELETE',
      path: /^\/log$/,
      handle() {
        deps.journal.clear();
        return done;
      },
    },
    { method: 'GET', path: /^\/tasks$/, handle: () => json(200, deps.world.allTasks()) },
    {
      method: 'GET',
      path: /^\/served\/(?<scene>[^/]+)\/(?<file>[^/]+)$/,
      async handle(_request, params) {
        const scene = deps.scenes.find(params.scene ?? '');
        const kind = sceneFileKinds.find((each) => sceneFileName(params.scene ?? '', each) === params.file);
        if (!scene || !kind) return notFound('file');
        const metadata = deps.scenes.metadata(scene);
        const path = await deps.maker.file({ spec: scene.spec, sceneId: scene.sceneId, kind, metadata });
        return json(200, { ...(await fingerprint(path)), path });
      },
    },
  ];
}
