import {
  IconCalendarTime,
  IconDownload,
  IconListDetails,
  IconMapPin,
  IconMapPinPlus,
  IconPackage,
  IconPhoto,
  IconReceipt,
  IconSend,
  IconSettings,
} from '@tabler/icons-react';
import { type ComponentType, lazy } from 'react';
import { useStore } from 'zustand';
import { type ListName, listStore } from '../state/list-store.ts';
import type { Subject } from '../state/selection.ts';
import type { Workspace } from '../state/ui-store.ts';
import { TasksWorkspace } from '../workspaces/tasks/tasks-workspace.tsx';

/** The entry of a workspace. Its label is the message `shell.workspace.<name>`. */
export interface WorkspaceEntry {
  icon: typeof IconSettings;
  /** The list pane; it takes the whole window if `fillsWindow` is set. */
  Pane: ComponentType;
  /** Set if there is no map beside it. */
  fillsWindow?: true;
  /** The subject whose selected object has its details beside the map. */
  details?: Subject;
  /** Rendered beside the list, in place of the map or over it. */
  Stage?: ComponentType;
}

const PlanWorkspace = lazy(() =>
  import('../workspaces/plan/plan-workspace.tsx').then((module) => ({ default: module.PlanWorkspace })),
);
const PreparedStage = lazy(() =>
  import('../workspaces/plan/prepared/prepared-stage.tsx').then((module) => ({
    default: module.PreparedStage,
  })),
);
const OrdersWorkspace = lazy(() =>
  import('../workspaces/orders/orders-workspace.tsx').then((module) => ({ default: module.OrdersWorkspace })),
);
const OrdersStage = lazy(() =>
  import('../workspaces/orders/orders-stage.tsx').then((module) => ({ default: module.OrdersStage })),
);
const TasksStage = lazy(() =>
  import('../workspaces/tasks/tasks-stage.tsx').then((module) => ({ default: module.TasksStage })),
);
const LibraryStage = lazy(() =>
  import('../workspaces/library/library-stage.tsx').then((module) => ({ default: module.LibraryStage })),
);

/** Returns the stage of a list, which is loaded only once its table or its pictures are open. */
const tableOf = (name: ListName, Table: ComponentType): ComponentType =>
  function TableWhenOpen() {
    const isOpen = useStore(listStore, ({ lists }) => lists[name].isTable || lists[name].isGrid);
    return isOpen ? <Table /> : null;
  };

const OutboxWorkspace = lazy(() =>
  import('../workspaces/outbox/outbox-workspace.tsx').then((module) => ({ default: module.OutboxWorkspace })),
);
const TimelineWorkspace = lazy(() =>
  import('../workspaces/timeline/timeline-workspace.tsx').then((module) => ({
    default: module.TimelineWorkspace,
  })),
);
const TimelineStage = lazy(() =>
  import('../workspaces/timeline/timeline-stage.tsx').then((module) => ({ default: module.TimelineStage })),
);
const LibraryWorkspace = lazy(() =>
  import('../workspaces/library/library-workspace.tsx').then((module) => ({
    default: module.LibraryWorkspace,
  })),
);
const PlacesWorkspace = lazy(() =>
  import('../workspaces/places/places-workspace.tsx').then((module) => ({ default: module.PlacesWorkspace })),
);
const PlacesStage = lazy(() =>
  import('../workspaces/places/places-stage.tsx').then((module) => ({ default: module.PlacesStage })),
);
const BillsWorkspace = lazy(() =>
  import('../workspaces/bills/bills-workspace.tsx').then((module) => ({ default: module.BillsWorkspace })),
);
const DownloadsWorkspace = lazy(() =>
  import('../workspaces/downloads/downloads-workspace.tsx').then((module) => ({
    default: module.DownloadsWorkspace,
  })),
);
const SettingsWorkspace = lazy(() =>
  import('../workspaces/settings/settings-workspace.tsx').then((module) => ({
    default: module.SettingsWorkspace,
  })),
);

/**
 * All workspaces; the rail, palette, shortcuts and panes are built from it. Their order is that of `workspaces` in
 * ui-store.ts. Tasks are in the first script, because the window opens with them.
 */
export const workspaceRegistry: Readonly<Record<Workspace, WorkspaceEntry>> = {
  plan: { icon: IconMapPinPlus, Pane: PlanWorkspace, Stage: PreparedStage, details: 'task' },
  tasks: {
    icon: IconListDetails,
    Pane: TasksWorkspace,
    Stage: tableOf('tasks', TasksStage),
    details: 'task',
  },
  orders: {
    icon: IconPackage,
    Pane: OrdersWorkspace,
    Stage: tableOf('orders', OrdersStage),
    details: 'order',
  },
  outbox: { icon: IconSend, Pane: OutboxWorkspace, details: 'command' },
  timeline: { icon: IconCalendarTime, Pane: TimelineWorkspace, Stage: TimelineStage, details: 'moment' },
  library: {
    icon: IconPhoto,
    Pane: LibraryWorkspace,
    Stage: tableOf('library', LibraryStage),
    details: 'scene',
  },
  places: { icon: IconMapPin, Pane: PlacesWorkspace, Stage: PlacesStage, details: 'place' },
  bills: { icon: IconReceipt, Pane: BillsWorkspace, fillsWindow: true },
  downloads: { icon: IconDownload, Pane: DownloadsWorkspace, details: 'scene' },
  settings: { icon: IconSettings, Pane: SettingsWorkspace, fillsWindow: true },
};
