import { InScope } from '../../subjects/contract/in-scope.tsx';
import { SubjectList } from '../../subjects/subject-list.tsx';
import { taskList } from '../../subjects/task/task-list.tsx';

/** The task list; without a contract it shows how to select one. */
export function TasksWorkspace() {
  return <InScope workspace="tasks">{(scope) => <SubjectList declared={taskList} scope={scope} />}</InScope>;
}
