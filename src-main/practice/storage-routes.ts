import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { json, notFound, type PracticeRequest, type Reply, type Route } from './http-toolkit.ts';
import { sceneFileKinds, sceneFileName } from './imagery/scene-file-kinds.ts';
import type { ServeSceneFile } from './scene-files.ts';
import type { Scenes } from './scenes.ts';

const signatureLivesMs = 5 * 60_000;

/**
 * Creates a storage server, as services use behind their links: it has its own origin, and its addresses are signed for some
 * minutes. It accepts no proof but the signature and refuses a request with any other one, so that a client which passes its
 * headers on to other servers is noticed.
 */
export function createStorage(deps: {
  scenes: Pick<Scenes, 'find'>;
  serve: ServeSceneFile;
  contractHeader: string;
  origin: () => string;
  clock: () => number;
}): { redirect: ServeSceneFile; routes: Route[] } {
  const secret = randomBytes(32);
  const sign = (path: string, expires: string) =>
    createHmac('sha256', secret).update(`${path} ${expires}`).digest();
  const foreignHeaders = ['authorization', 'authorizationtoken', 'cookie', deps.contractHeader.toLowerCase()];

  function isSigned({ url }: PracticeRequest): boolean {
    const expires = url.searchParams.get('X-Expires') ?? '';
    const given = Buffer.from(url.searchParams.get('X-Signature') ?? '', 'hex');
    const due = sign(url.pathname, expires);
    return given.length === due.length && timingSafeEqual(given, due) && Number(expires) > deps.clock();
  }

  return {
    redirect: async (_request, { sceneId }, kind): Promise<Reply> => {
      const target = new URL(`/objects/${sceneId}/${sceneFileName(sceneId, kind)}`, deps.origin());
      const expires = String(deps.clock() + signatureLivesMs);
      target.searchParams.set('X-Expires', expires);
      target.searchParams.set('X-Signature', sign(target.pathname, expires).toString('hex'));
      return { status: 302, headers: { location: target.href }, body: { kind: 'empty' } };
    },
    routes: [
      {
        method: 'GET',
        path: /^\/objects\/(?<scene>[^/]+)\/(?<file>[^/]+)$/,
        handle(request, params) {
          const foreign = foreignHeaders.find((name) => request.headers[name] !== undefined);
          if (foreign !== undefined)
            return json(400, { detail: `Only the signature is taken, not ${foreign}.` });
          if (!isSigned(request)) return json(403, { detail: 'The signature is wrong or has expired.' });
          const scene = deps.scenes.find(params.scene ?? '');
          const kind = sceneFileKinds.find((each) => sceneFileName(params.scene ?? '', each) === params.file);
          return scene && kind ? deps.serve(request, scene, kind) : notFound('object');
        },
      },
    ],
  };
}
