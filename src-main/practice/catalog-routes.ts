import type { FaultBook } from './faults.ts';
import { fileReply } from './file-reply.ts';
import { json, notFound, type PracticeRequest, pageOf, type Reply, type Route } from './http-toolkit.ts';
import { type SceneFileKind, type SceneMaker, sceneFileName } from './imagery/make-scene.ts';
import type { OrderBook } from './orders/order-book.ts';
import { attachmentKinds, type PracticeScene, type Scenes } from './scenes.ts';
import { callerOf, isReply, type TaskingDeps } from './tasking-routes.ts';

export interface CatalogDeps extends TaskingDeps {
  scenes: Scenes;
  maker: SceneMaker;
  book: Pick<OrderBook, 'noteDownload'>;
  faults: FaultBook;
  origins: () => { base: string; catalog: string };
}

const contentTypes: Record<SceneFileKind, string> = {
  analytic: 'image/tiff',
  visual: 'image/tiff',
  thumbnail: 'image/png',
  preview: 'image/png',
  footprint: 'application/vnd.google-earth.kml+xml',
  deliveryZip: 'application/zip',
};

/** The scene query, served with the tasking interface (interface §4.10). */
export function sceneQueryRoutes(deps: CatalogDeps): Route[] {
  const escaped = deps.options.catalogPath.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return [
    {
      method: 'GET',
      path: new RegExp(`^/api/${escaped}/scenes/$`),
      handle(request) {
        const caller = callerOf(deps, request);
        if (isReply(caller)) return caller;
        const captureId = request.url.searchParams.get('sceneset_id');
        if (!captureId) return json(400, { sceneset_id: ['This field is required.'] });
        const scenes = deps.scenes.ofCapture(captureId, caller.owner);
        return pageOf(scenes, request.url, deps.options, (scene) => deps.scenes.wire(scene, deps.origins()));
      },
    },
  ];
}

const imagery: ReadonlySet<SceneFileKind> = new Set(['analytic', 'visual', 'deliveryZip']);

/** The links, on an origin of their own; they carry their token and take no header. */
export function catalogRoutes(deps: CatalogDeps): Route[] {
  async function serve(request: PracticeRequest, scene: PracticeScene, kind: SceneFileKind): Promise<Reply> {
    const path = await deps.maker.file({
      spec: scene.spec,
      sceneId: scene.sceneId,
      kind,
      metadata: deps.scenes.metadata(scene),
    });
    const manners = deps.faults.fileManners(request);
    const reply = await fileReply(request, {
      path,
      contentType: contentTypes[kind],
      noValidator: deps.options.noValidator || manners.noValidator,
      noRange: manners.noRange,
      seed: scene.spec.seed,
      changed: manners.changedBytes,
    });
    // What is billed is imagery: a picture for a list or an outline is looked at without an order.
    if (imagery.has(kind) && request.method === 'GET' && (reply.status === 200 || reply.status === 206))
      deps.book.noteDownload(scene);
    return reply;
  }
  function linked(sceneId: string | undefined, token: string | null | undefined): PracticeScene | Reply {
    const scene = deps.scenes.find(sceneId ?? '');
    if (!scene) return notFound('scene');
    return deps.scenes.accepts(scene.sceneId, token ?? '')
      ? scene
      : json(403, { detail: 'The link has expired.' });
  }
  return [
    {
      method: 'GET',
      path: /^\/v2\/scenes\/(?<scene>[^/]+)\/attachments\/(?<name>[^/]+)\/download\/$/,
      handle(request, params) {
        const scene = linked(params.scene, request.url.searchParams.get('token'));
        const kind = attachmentKinds.get(params.name ?? '');
        if ('status' in scene) return scene;
        return kind ? serve(request, scene, kind) : notFound('attachment');
      },
    },
    {
      method: 'GET',
      path: /^\/v2\/scenes\/(?<scene>[^/]+)\/token\/(?<token>[^/]+)\/raster\/(?<file>[^/]+)$/,
      handle(request, params) {
        const scene = linked(params.scene, params.token);
        if ('status' in scene) return scene;
        const kind = (['analytic', 'visual'] as const).find(
          (each) => sceneFileName(scene.sceneId, each) === params.file,
        );
        return kind ? serve(request, scene, kind) : notFound('raster');
      },
    },
    {
      method: 'GET',
      path: /^\/v2\/scenes\/(?<scene>[^/]+)\/attachments\/(?<name>[^/]+)\/$/,
      handle(request, params) {
        const caller = callerOf(deps, request);
        if (isReply(caller)) return caller;
        const scene = deps.scenes.find(params.scene ?? '');
        const kind = attachmentKinds.get(params.name ?? '');
        if (scene?.task.owner !== caller.owner || !kind) return notFound('attachment');
        return json(200, { name: params.name, file_name: sceneFileName(scene.sceneId, kind), metadata: {} });
      },
    },
  ];
}
