import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OrderDetails } from '../../../src-preload/contract/orders.ts';
import type { TaskDetails } from '../../../src-preload/contract/tasking.ts';
import { useSettings } from '../../client/api.tsx';
import { showWorkspace, uiStore } from '../../state/ui-store.ts';
import { requestOfOrder } from './copy-order.ts';
import { draftOfTask } from './copy-task.ts';
import { draftSchema } from './draft.ts';
import { beginCopy } from './draft-store.ts';
import { loadOrderCopy } from './order-store.ts';

/** Opens the form with the values of an existing task. Nothing is sent. */
export function DuplicateTask({ task }: { task: TaskDetails }) {
  const { t } = useTranslation();
  const settings = useSettings();
  const copy = settings && draftOfTask(task, settings.coordinateFormat, Date.now());
  if (!copy) return null;
  return (
    <Button
      variant="default"
      onClick={() => {
        beginCopy(copy, draftSchema.safeParse(settings.workspace.draft).data ?? null);
        uiStore.setState({ planMode: 'task' });
        showWorkspace('plan');
      }}
    >
      {t('plan.duplicate')}
    </Button>
  );
}

/** Opens the form with the values of an existing order. Nothing is sent. */
export function DuplicateOrder({ order }: { order: OrderDetails }) {
  const { t } = useTranslation();
  const request = requestOfOrder(order, Date.now());
  if (!request) return null;
  return (
    <Button variant="default" onClick={() => loadOrderCopy(request)}>
      {t('plan.duplicate')}
    </Button>
  );
}
