import { Group } from '@mantine/core';
import { HistoryTools } from '../../kit/ui/history-tools.tsx';
import { useReviewHistory } from './use-review-history.ts';

/** The buttons and keys that undo and redo statements of this reviewer. */
export function ReviewHistoryTools() {
  const { undo, redo } = useReviewHistory();
  return (
    <Group gap={4} wrap="nowrap">
      <HistoryTools undo={undo} redo={redo} />
    </Group>
  );
}
