import { Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OrderDetails } from '../../../../src-preload/contract/orders.ts';
import type { TaskDetails } from '../../../../src-preload/contract/tasking.ts';
import { useSettings } from '../../../kit/client/api.tsx';
import { showWorkspace, uiStore } from '../../../kit/state/ui-store.ts';
import { requestOfOrder } from './copy-order.ts';
import { currentOrShiftedWindow, draftOfTask, followingWindow } from './copy-task.ts';
import { draftSchema } from './draft.ts';
import { beginCopy } from './draft-store.ts';
import { loadOrderCopy } from './order-store.ts';

/** The buttons that copy a task or order, with the same window or the following one. */
function CopyButtons({ onCopy }: { onCopy: (windowOf: typeof currentOrShiftedWindow) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Button variant="default" onClick={() => onCopy(currentOrShiftedWindow)}>
        {t('plan.duplicate')}
      </Button>
      <Button variant="default" onClick={() => onCopy(followingWindow)}>
        {t('plan.repeat')}
      </Button>
    </>
  );
}

/** Returns a function that fills the form with the values of a task; null if the task cannot be copied. */
function useTaskCopy(task: TaskDetails): ((windowOf: typeof currentOrShiftedWindow) => void) | null {
  const settings = useSettings();
  if (!settings || draftOfTask(task, settings.coordinateFormat, Date.now()) === null) return null;
  return (windowOf) => {
    const copy = draftOfTask(task, settings.coordinateFormat, Date.now(), windowOf);
    if (copy === null) return;
    beginCopy(copy, draftSchema.safeParse(settings.workspace.draft).data ?? null);
    uiStore.setState({ planMode: 'task' });
    showWorkspace('plan');
  };
}

/** The button that fills the form with the values of an existing task. Nothing is sent. */
export function DuplicateTask({ task }: { task: TaskDetails }) {
  const copy = useTaskCopy(task);
  return copy && <CopyButtons onCopy={copy} />;
}

function copyOrder(order: OrderDetails, windowOf: typeof currentOrShiftedWindow) {
  const request = requestOfOrder(order, Date.now(), windowOf);
  if (request !== null) loadOrderCopy(request);
}

/** The button that fills the form with the values of an existing order. Nothing is sent. */
export function DuplicateOrder({ order }: { order: OrderDetails }) {
  if (requestOfOrder(order, Date.now()) === null) return null;
  return <CopyButtons onCopy={(windowOf) => copyOrder(order, windowOf)} />;
}

function RepeatButton({ onRepeat }: { onRepeat: () => void }) {
  const { t } = useTranslation();
  return (
    <Button variant="default" leftSection={<IconRepeat size={14} aria-hidden />} onClick={onRepeat}>
      {t('scenePlace.repeat')}
    </Button>
  );
}

/** The button that fills the form with the values of a task and the window that follows its own. Nothing is sent. */
export function RepeatTask({ task }: { task: TaskDetails }) {
  const copy = useTaskCopy(task);
  return copy && <RepeatButton onRepeat={() => copy(followingWindow)} />;
}

/** The button that fills the form with the values of an order and the window that follows its own. Nothing is sent. */
export function RepeatOrder({ order }: { order: OrderDetails }) {
  if (requestOfOrder(order, Date.now()) === null) return null;
  return <RepeatButton onRepeat={() => copyOrder(order, followingWindow)} />;
}
