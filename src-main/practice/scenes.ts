import type { PracticeCapture } from './life-cycle.ts';
import type { PracticeScene } from './practice-scene.ts';
import type { PracticeTask } from './records.ts';
import { createSceneIndex, type SceneIndexOptions } from './scene-index.ts';
import { attachmentLink, createSceneLinks, rasterLink } from './scene-links.ts';
import { measuredMetadata, wireScene } from './scene-wire.ts';

/** The scenes of the practice service. */
export interface Scenes {
  ofCapture(captureId: string, owner: string): PracticeScene[];
  find(sceneId: string): PracticeScene | undefined;
  /** The published capture of this id, whoever may see it. */
  captureOf(captureId: string): { task: PracticeTask; capture: PracticeCapture } | undefined;
  /** The scenes of a published capture; none while it is not. */
  ofSubject(task: PracticeTask, index: number): PracticeScene[];
  /** A task of V1, the subject of an order, or one made up. */
  subject(taskId: number): PracticeTask | undefined;
  /** Metadata, cloud cover included, made once. */
  metadata(scene: PracticeScene): Record<string, unknown>;
  /** The scene as it is listed, with a new token that ends all older links of this scene (service §4.10). */
  wire(scene: PracticeScene, origins: { base: string; catalog: string }): Record<string, unknown>;
  /** The links of its files under the token they have: reading an order ends no link. */
  links(
    scene: PracticeScene,
    catalog: string,
  ): Record<'visual' | 'analytic' | 'preview' | 'thumbnail', string>;
  /** Whether a link's token is the newest of its scene. */
  accepts(sceneId: string, token: string): boolean;
  expireLinks(): void;
}

/** Makes the scenes of a world: which there are, how they are shown, and the links of their files. */
export function createScenes(given: SceneIndexOptions): Scenes {
  const { options } = given;
  const index = createSceneIndex(given);
  const links = createSceneLinks();
  const keptMetadata = new Map<string, Record<string, unknown>>();

  function metadata(scene: PracticeScene): Record<string, unknown> {
    const kept = keptMetadata.get(scene.sceneId) ?? measuredMetadata(scene);
    keptMetadata.set(scene.sceneId, kept);
    return kept;
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
