import { useActiveScope } from '../../kit/client/api.tsx';
import { SubjectList } from '../../kit/lists/subject-list.tsx';
import { sceneList } from './scene-list.tsx';

/** The list of the scenes on disk, or of all known scenes; it shares its selection with the map. */
export function LibraryWorkspace() {
  return <SubjectList declared={sceneList} scope={useActiveScope()} />;
}
