import { useActiveScope } from '../../client/api.tsx';
import { sceneList } from '../../subjects/scene/scene-list.tsx';
import { SubjectList } from '../../subjects/subject-list.tsx';

/** The scenes on disk, or all that were ever seen; in step with the map. */
export function LibraryWorkspace() {
  return <SubjectList declared={sceneList} scope={useActiveScope()} />;
}
