import { stat } from 'node:fs/promises';
import type { FaultBook } from './faults.ts';
import { createFetchedBytes } from './fetched-bytes.ts';
import { fileReply } from './file-reply.ts';
import type { PracticeRequest, Reply } from './http-toolkit.ts';
import type { SceneMaker } from './imagery/make-scene.ts';
import type { SceneFileKind } from './imagery/scene-file-kinds.ts';
import type { PracticeOptions } from './options.ts';
import type { OrderBook } from './orders/order-book.ts';
import type { PracticeScene } from './practice-scene.ts';
import type { Scenes } from './scenes.ts';

/**
 * Answers a request for a file of a scene, made if need be, with ranges and with the faults that are planned for it.
 */
export type ServeSceneFile = (
  request: PracticeRequest,
  scene: PracticeScene,
  kind: SceneFileKind,
) => Promise<Reply>;

const contentTypes: Record<SceneFileKind, string> = {
  analytic: 'image/tiff',
  visual: 'image/tiff',
  thumbnail: 'image/png',
  preview: 'image/png',
  footprint: 'application/vnd.google-earth.kml+xml',
  deliveryZip: 'application/zip',
};

/** What is billed is imagery: a picture for a list or an outline is looked at without an order. */
const imagery: ReadonlySet<SceneFileKind> = new Set(['analytic', 'visual', 'deliveryZip']);

/** The bytes of scenes, made when they are asked for, and counted when they went out. */
export function createSceneFiles(deps: {
  scenes: Pick<Scenes, 'metadata'>;
  maker: SceneMaker;
  book: Pick<OrderBook, 'noteDownload'>;
  faults: FaultBook;
  options: PracticeOptions;
}): ServeSceneFile {
  const fetched = createFetchedBytes();
  return async (request, scene, kind) => {
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
    if (!imagery.has(kind) || reply.body.kind !== 'file') return reply;
    const { body } = reply;
    const { size } = await stat(path);
    const file = [scene.sceneId, kind, manners.changedBytes].join(' ');
    const delivered = (bytes: number) => {
      if (fetched.add(file, size, body.start, bytes)) deps.book.noteDownload(scene);
    };
    return { ...reply, body: { ...body, delivered } };
  };
}
