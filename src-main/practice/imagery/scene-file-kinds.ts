/** The kinds of files that the practice service can make of a scene. */
export const sceneFileKinds = [
  'analytic',
  'visual',
  'thumbnail',
  'preview',
  'footprint',
  'deliveryZip',
] as const;

/** A kind of file of a scene. */
export type SceneFileKind = (typeof sceneFileKinds)[number];

/** Returns the name of a file of a scene, as the service forms it. */
export function sceneFileName(sceneId: string, kind: SceneFileKind): string {
  const names: Record<SceneFileKind, string> = {
    analytic: `${sceneId}.tif`,
    visual: `${sceneId}_VISUAL.tif`,
    thumbnail: `${sceneId}_thumbnail.png`,
    preview: `${sceneId}_preview.png`,
    footprint: `${sceneId}_footprint.kml`,
    deliveryZip: `${sceneId}.zip`,
  };
  return names[kind];
}
