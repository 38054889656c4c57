import { useActiveScope } from '../../client/api.tsx';
import { SceneGridStage } from '../../subjects/scene/grid/scene-grid.tsx';
import { sceneList } from '../../subjects/scene/scene-list.tsx';
import { ListStage } from '../../subjects/table/list-table.tsx';

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
