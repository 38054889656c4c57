import { useActiveScope } from '../../client/api.tsx';
import { sceneList } from '../../subjects/scene/scene-list.tsx';
import { SubjectList } from '../../subjects/subject-list.tsx';

/** The list of the scenes on the disk, or of all known scenes; its selection is shared with the map. */
export function LibraryWorkspace() {
  return <SubjectList declared={sceneList} scope={useActiveScope()} />;
}
