import { useActiveScope } from '../../client/api.tsx';
import { sceneList } from '../../subjects/scene/scene-list.tsx';
import { ListStage } from '../../subjects/table/list-table.tsx';

/** The table of scenes, below the map. */
export function LibraryStage() {
  return <ListStage declared={sceneList} scope={useActiveScope()} />;
}
