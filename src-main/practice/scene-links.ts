import { randomBytes } from 'node:crypto';
import { type SceneFileKind, sceneFileName } from './imagery/scene-file-kinds.ts';
import type { PracticeScene } from './practice-scene.ts';
import type { CapturePlace } from './scene-index.ts';

/** Returns the address of an attachment of the scene at `at`. */
export const attachmentLink = (at: string, name: string, token: string) =>
  `${at}/attachments/${name}/download/?token=${token}`;

/** Returns the address of a raster of the scene at `at`. */
export const rasterLink = (at: string, sceneId: string, kind: SceneFileKind, token: string) =>
  `${at}/token/${token}/raster/${sceneFileName(sceneId, kind)}`;

/** Creates the tokens of links; only the newest token of a scene is valid (service §4.10). */
export function createSceneLinks() {
  const tokens = new Map<string, string>();
  const places = new Map<string, CapturePlace>();

  function give(scene: PracticeScene, token: string): string {
    tokens.set(scene.sceneId, token);
    places.set(scene.sceneId, { taskId: scene.task.taskId, index: scene.capture.index });
    return token;
  }

  const newToken = () => randomBytes(18).toString('base64url');

  return {
    /** Returns a new token and makes all older links of the scene invalid. */
    renew: (scene: PracticeScene): string => give(scene, newToken()),
    /** Returns the present token of the scene, or its first one. */
    current: (scene: PracticeScene): string => give(scene, tokens.get(scene.sceneId) ?? newToken()),
    /** Returns the place of a scene whose links were given out. */
    placeOf: (sceneId: string): CapturePlace | undefined => places.get(sceneId),
    accepts: (sceneId: string, token: string): boolean => tokens.get(sceneId) === token,
    expire: () => tokens.clear(),
  };
}
