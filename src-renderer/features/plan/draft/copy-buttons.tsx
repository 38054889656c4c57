import { Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type OrderRequest, orderRequestSchema } from '../../../../src-preload/contract/order-request.ts';
import type { OrderDetails } from '../../../../src-preload/contract/orders.ts';
import type { TaskDetails } from '../../../../src-preload/contract/tasking.ts';
import { useSettings } from '../../../kit/client/api.tsx';
import { showWorkspace, uiStore } from '../../../kit/state/ui-store.ts';
import { currentOrShiftedWindow, draftOfTask, followingWindow } from './copy-task.ts';
import { draftSchema, zoned } from './draft.ts';
import { beginCopy } from './draft-store.ts';
import { loadOrderCopy } from './order-store.ts';

const flat = z
  .array(z.number())
  .min(2)
  .transform(([longitude = Number.NaN, latitude = Number.NaN]): [number, number] => [longitude, latitude]);
/** Reads the geometry without heights: the service adds the ground height to its answer (service §10.4), although the order had none. */
const featureSchema = z.object({
  geometry: z.discriminatedUnion('type', [
    z.object({ type: z.literal('Point'), coordinates: flat }),
    z.object({ type: z.literal('Polygon'), coordinates: z.array(z.array(flat)) }),
  ]),
});

/** Parameters that the service adds to an order that mirrors a task. */
const addedByService = ['task_id'];

/** Returns the request that would create the same order again, with a window of the same length; null if the order's place is unknown. */
function requestOfOrder(
  order: OrderDetails,
  now: number,
  windowOf: typeof currentOrShiftedWindow = currentOrShiftedWindow,
): OrderRequest | null {
  const feature = featureSchema.safeParse(order.raw.order);
  if (!feature.success) return null;
  const window = windowOf(order.start, order.end, now);
  const parameters = Object.fromEntries(
    Object.entries(order.parameters).filter(
      ([name, value]) => !addedByService.includes(name) && value !== null,
    ),
  );
  const parsed = orderRequestSchema.safeParse({
    type: 'Feature',
    geometry: feature.data.geometry,
    properties: {
      order_name: order.name,
      project_name: order.project,
      sku: order.sku,
      parameters: {
        ...parameters,
        ...(window === null ? {} : { start: zoned(window.start, 0), end: zoned(window.end, 0) }),
      },
    },
  });
  return parsed.success ? parsed.data : null;
}

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
