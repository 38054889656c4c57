import { useActiveScope } from '../../client/api.tsx';
import { ListStage } from '../../subjects/table/list-table.tsx';
import { taskList } from '../../subjects/task/task-list.tsx';

/** The table of tasks, below the map. */
export function TasksStage() {
  const scope = useActiveScope();
  return scope && <ListStage declared={taskList} scope={scope} />;
}
