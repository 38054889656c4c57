import { useActiveScope } from '../../client/api.tsx';
import { sceneList } from '../../subjects/scene/scene-list.tsx';
import { SubjectList } from '../../subjects/subject-list.tsx';

/** The list of the scenes on disk, or of all known scenes; it shares its selection with the map. */
export function LibraryWorkspace() {
  return <SubjectList declared={sceneList} scope={useActiveScope()} />;
}
