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

/** Returns the reply with a file of a scene, which it makes if need be, with ranges and the planned faults. */
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

/** Only imagery is billed; pictures and outlines are not. */
const imagery: ReadonlySet<SceneFileKind> = new Set(['analytic', 'visual', 'deliveryZip']);

/** Creates the function that serves the files of scenes and counts the downloads of imagery. */
export function createSceneFiles(deps: {
  scenes: Pick<Scenes, 'metadata'>;
  maker: SceneMaker;
  book: Pick<OrderBook, 'recordDownload'>;
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
    const fileFaults = deps.faults.fileFaults(request);
    const reply = await fileReply(request, {
      path,
      contentType: contentTypes[kind],
      noValidator: deps.options.noValidator || fileFaults.noValidator,
      noRange: fileFaults.noRange,
      seed: scene.spec.seed,
      changed: fileFaults.changedBytes,
    });
    if (!imagery.has(kind) || reply.body.kind !== 'file') return reply;
    const { body } = reply;
    const { size } = await stat(path);
    const file = [scene.sceneId, kind, fileFaults.changedBytes].join(' ');
    const onDelivered = (bytes: number) => {
      if (fetched.add(file, size, body.start, bytes)) deps.book.recordDownload(scene);
    };
    return { ...reply, body: { ...body, onDelivered } };
  };
}
