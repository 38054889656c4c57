import { useActiveScope } from '../../kit/client/api.tsx';
import { ListStage } from '../../kit/lists/table/list-table.tsx';
import { SceneGridStage } from './grid/scene-grid.tsx';
import { sceneList } from './scene-list.tsx';

/** The table of scenes or their pictures, below the map. */
export function LibraryStage() {
  const scope = useActiveScope();
  return (
    <>
      <ListStage declared={sceneList} scope={scope} />
      <SceneGridStage scope={scope} />
    </>
  );
}
