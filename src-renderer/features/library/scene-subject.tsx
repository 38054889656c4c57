import { lazy } from 'react';
import { librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { declareSubject } from '../../kit/lists/subject.ts';
import { describedScenes } from './described-scenes.tsx';
import { scenesOnMap } from './scene-marks.ts';
import { useSceneSearch } from './use-scene-search.ts';

const SceneDetailsPane = lazy(() =>
  import('./scene-details.tsx').then((module) => ({ default: module.SceneDetailsPane })),
);

/** The subject of scenes, of all contracts. */
export const sceneSubject = declareSubject('scene', {
  keys: librarySceneIdSchema,
  ofAllContracts: true,
  details: (librarySceneId) => ({
    key: `scene ${librarySceneId}`,
    pane: <SceneDetailsPane librarySceneId={librarySceneId} />,
  }),
  onMap: scenesOnMap,
  described: describedScenes,
  usePaletteSearch: useSceneSearch,
  checkStored: (client, librarySceneId) => client.library.get({ librarySceneId }),
});
