import { InScope } from '../../kit/contract/in-scope.tsx';
import { SubjectList } from '../../kit/lists/subject-list.tsx';
import { taskList } from './task-list.tsx';

/** The task list; without a contract it shows how to select one. */
export function TasksWorkspace() {
  return <InScope workspace="tasks">{(scope) => <SubjectList declared={taskList} scope={scope} />}</InScope>;
}
