import { callerOf, isReply, type TaskingDeps } from './caller.ts';
import { json, notFound, pageOf, type Reply, type Route } from './http-toolkit.ts';
import { sceneFileName } from './imagery/scene-file-kinds.ts';
import { catalogPathOf } from './options.ts';
import type { PracticeScene } from './practice-scene.ts';
import type { ServeSceneFile } from './scene-files.ts';
import { attachmentKinds } from './scene-wire.ts';
import type { Scenes } from './scenes.ts';

interface CatalogDeps extends TaskingDeps {
  scenes: Scenes;
  origins: () => { base: string; catalog: string };
}

/** Returns the calls of the scene query, which the tasking interface answers (service §4.10). */
export function sceneQueryRoutes(deps: CatalogDeps): Route[] {
  const escaped = catalogPathOf(deps.options).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
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
    {
      // Rasters and attachments point here with their `scene` (service §2.9). It renews the links like any other query.
      method: 'GET',
      path: new RegExp(`^/api/${escaped}/scenes/(?<scene>[^/]+)/$`),
      handle(request, params) {
        const caller = callerOf(deps, request);
        if (isReply(caller)) return caller;
        const scene = deps.scenes.find(params.scene ?? '');
        if (scene?.task.owner !== caller.owner) return notFound('scene');
        return json(200, deps.scenes.wire(scene, deps.origins()));
      },
    },
  ];
}

/**
 * Returns the calls behind the links to files, which have their own origin. A link contains its token, so it needs no header.
 */
export function catalogRoutes(deps: CatalogDeps & { serve: ServeSceneFile }): Route[] {
  const { serve } = deps;
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
