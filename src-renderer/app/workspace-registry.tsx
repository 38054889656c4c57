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
import type { MarkDescription } from '../map/described-mark.ts';
import type { MapSubject } from '../map/map-subject.ts';
import { type ListName, listOf, listStore } from '../state/list-store.ts';
import type { Subject } from '../state/selection.ts';
import { isWorkspace, type Workspace } from '../state/ui-store.ts';
import { commandSubject } from '../subjects/command/command-subject.tsx';
import { momentSubject } from '../subjects/moment/moment-subject.tsx';
import { orderSubject } from '../subjects/order/order-subject.tsx';
import { placeSubject } from '../subjects/place/place-subject.tsx';
import { sceneSubject } from '../subjects/scene/scene-subject.tsx';
import type { DeclaredSubject } from '../subjects/subject.ts';
import { taskSubject } from '../subjects/task/task-subject.tsx';
import { TasksWorkspace } from '../workspaces/tasks/tasks-workspace.tsx';

/** The entry of a workspace. Its label is the message `shell.workspace.<name>`. */
export interface WorkspaceEntry {
  icon: typeof IconSettings;
  /** The list pane; it fills the window if `fillsWindow` is set. */
  Pane: ComponentType;
  /** Set if the workspace has no map beside it. */
  fillsWindow?: true;
  /** The subject whose selected object is shown beside the map. */
  details?: DeclaredSubject;
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

/** Returns the stage of a list, which is loaded when its table or its pictures are first opened. */
const tableOf = (name: ListName, Table: ComponentType): ComponentType =>
  function TableWhenOpen() {
    const isOpen = useStore(listStore, (all) => listOf(all, name).isTable || listOf(all, name).isGrid);
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
 * All workspaces, in the order of the rail. Rail, palette, shortcuts and panes are built from it, and everything that
 * concerns all subjects from the details named here. The tasks are in the first script, because the window opens with
 * them.
 */
export const workspaceRegistry: Readonly<Record<Workspace, WorkspaceEntry>> = {
  plan: { icon: IconMapPinPlus, Pane: PlanWorkspace, Stage: PreparedStage, details: taskSubject },
  tasks: {
    icon: IconListDetails,
    Pane: TasksWorkspace,
    Stage: tableOf('tasks', TasksStage),
    details: taskSubject,
  },
  orders: {
    icon: IconPackage,
    Pane: OrdersWorkspace,
    Stage: tableOf('orders', OrdersStage),
    details: orderSubject,
  },
  outbox: { icon: IconSend, Pane: OutboxWorkspace, details: commandSubject },
  timeline: { icon: IconCalendarTime, Pane: TimelineWorkspace, Stage: TimelineStage, details: momentSubject },
  library: {
    icon: IconPhoto,
    Pane: LibraryWorkspace,
    Stage: tableOf('library', LibraryStage),
    details: sceneSubject,
  },
  places: { icon: IconMapPin, Pane: PlacesWorkspace, Stage: PlacesStage, details: placeSubject },
  bills: { icon: IconReceipt, Pane: BillsWorkspace, fillsWindow: true },
  downloads: { icon: IconDownload, Pane: DownloadsWorkspace, details: sceneSubject },
  settings: { icon: IconSettings, Pane: SettingsWorkspace, fillsWindow: true },
};

/** The workspaces in the order of the rail. */
export const workspaces: readonly Workspace[] = Object.keys(workspaceRegistry).filter(isWorkspace);

/** Returns the digit that opens a workspace with Alt: 0 for the tenth, null for those after it. */
export function digitOf(workspace: Workspace): string | null {
  const index = workspaces.indexOf(workspace);
  return index < 10 ? String((index + 1) % 10) : null;
}

/** All subjects, each once. */
export const subjects: readonly DeclaredSubject[] = [
  ...new Set(Object.values(workspaceRegistry).flatMap(({ details }) => details ?? [])),
];

/** The subjects that the map draws, from the highest to the lowest. */
export const mapSubjects: readonly MapSubject[] = subjects
  .flatMap(({ onMap }) => onMap ?? [])
  .toSorted((one, other) => other.height - one.height);

/** Returns how a subject is described on the map. Throws for a subject without a workspace. */
export function descriptionOf(subject: Subject): MarkDescription {
  const declared = subjects.find((each) => each.subject === subject);
  if (declared === undefined) throw new Error(`no workspace has the subject ${subject}`);
  return declared.described;
}

/** Registers all subjects with the selection. Called once, before anything is drawn. */
export function addSubjects() {
  for (const { add } of subjects) add();
}
