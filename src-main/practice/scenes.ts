import type { PracticeCapture } from './life-cycle.ts';
import type { PracticeScene } from './practice-scene.ts';
import type { PracticeTask } from './records.ts';
import { createSceneIndex, type SceneIndexOptions } from './scene-index.ts';
import { attachmentLink, createSceneLinks, rasterLink } from './scene-links.ts';
import { measuredMetadata, wireScene } from './scene-wire.ts';

/** Finds scenes, describes them and creates the links to their files. */
export interface Scenes {
  ofCapture(captureId: string, owner: string): PracticeScene[];
  find(sceneId: string): PracticeScene | undefined;
  /** Returns the published capture with this id, for any owner. */
  captureOf(captureId: string): { task: PracticeTask; capture: PracticeCapture } | undefined;
  /** Returns the scenes of a capture; an empty list if it is not published. */
  ofSubject(task: PracticeTask, index: number): PracticeScene[];
  /** Returns a V1 task, or the task of a stored or bulk order. */
  subject(taskId: number): PracticeTask | undefined;
  /** Returns the metadata with the cloud cover, which is computed once. */
  metadata(scene: PracticeScene): Record<string, unknown>;
  /** Returns the scene as it is listed, with a new token that makes all its older links invalid (service §4.10). */
  wire(scene: PracticeScene, origins: { base: string; catalog: string }): Record<string, unknown>;
  /** Returns the links to its files with the present token: reading an order does not make a link invalid. */
  links(
    scene: PracticeScene,
    catalog: string,
  ): Record<'visual' | 'analytic' | 'preview' | 'thumbnail', string>;
  /** Whether the token is the newest of the scene. */
  accepts(sceneId: string, token: string): boolean;
  expireLinks(): void;
}

/** Creates the scenes of a world. */
export function createScenes(given: SceneIndexOptions): Scenes {
  const { options } = given;
  const index = createSceneIndex(given);
  const links = createSceneLinks();
  const metadataOfScene = new Map<string, Record<string, unknown>>();

  function metadata(scene: PracticeScene): Record<string, unknown> {
    const cached = metadataOfScene.get(scene.sceneId) ?? measuredMetadata(scene);
    metadataOfScene.set(scene.sceneId, cached);
    return cached;
  }

  return {
    metadata,
    ofCapture: index.ofCapture,
    captureOf: index.captureOf,
    ofSubject: index.ofSubject,
    subject: index.subject,
    find: (sceneId) => index.find(sceneId, links.placeOf(sceneId)),
    wire: (scene, origins) => wireScene(scene, { origins, token: links.renew(scene), options, metadata }),
    links(scene, catalog) {
      const { sceneId } = scene;
      const token = links.current(scene);
      const at = `${catalog}/v2/scenes/${sceneId}`;
      return {
        visual: rasterLink(at, sceneId, 'visual', token),
        analytic: rasterLink(at, sceneId, 'analytic', token),
        preview: attachmentLink(at, 'preview', token),
        thumbnail: attachmentLink(at, 'thumbnail', token),
      };
    },
    accepts: links.accepts,
    expireLinks: links.expire,
  };
}
