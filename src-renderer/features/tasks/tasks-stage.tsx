import { useActiveScope } from '../../kit/client/api.tsx';
import { ListStage } from '../../kit/lists/table/list-table.tsx';
import { taskList } from './task-list.tsx';

/** The table of tasks, below the map. */
export function TasksStage() {
  const scope = useActiveScope();
  return scope && <ListStage declared={taskList} scope={scope} />;
}
