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
import { sceneSubject } from '../features/library/scene-subject.tsx';
import { orderSubject } from '../features/orders/order-subject.tsx';
import { commandSubject } from '../features/outbox/command-subject.tsx';
import { placeSubject } from '../features/places/place-subject.tsx';
import { taskSubject } from '../features/tasks/task-subject.tsx';
import { TasksWorkspace } from '../features/tasks/tasks-workspace.tsx';
import { momentSubject } from '../features/timeline/moment/moment-subject.tsx';
import type { DeclaredSubject } from '../kit/lists/subject.ts';
import { type ListName, listOf, listStore } from '../kit/state/list-store.ts';
import type { Subject } from '../kit/state/selection.ts';
import { isWorkspace, type Workspace } from '../kit/state/ui-store.ts';
import type { MarkDescription } from '../map/described-mark.ts';
import type { MapSubject } from '../map/map-subject.ts';

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
  import('../features/plan/plan-workspace.tsx').then((module) => ({ default: module.PlanWorkspace })),
);
const PreparedStage = lazy(() =>
  import('../features/plan/prepared/prepared-stage.tsx').then((module) => ({
    default: module.PreparedStage,
  })),
);
const OrdersWorkspace = lazy(() =>
  import('../features/orders/orders-workspace.tsx').then((module) => ({ default: module.OrdersWorkspace })),
);
const OrdersStage = lazy(() =>
  import('../features/orders/orders-stage.tsx').then((module) => ({ default: module.OrdersStage })),
);
const TasksStage = lazy(() =>
  import('../features/tasks/tasks-stage.tsx').then((module) => ({ default: module.TasksStage })),
);
const LibraryStage = lazy(() =>
  import('../features/library/library-stage.tsx').then((module) => ({ default: module.LibraryStage })),
);

/** Returns the stage of a list, which is loaded when its table or its pictures are first opened. */
const tableOf = (name: ListName, Table: ComponentType): ComponentType =>
  function TableWhenOpen() {
    const isOpen = useStore(listStore, (all) => listOf(all, name).isTable || listOf(all, name).isGrid);
    return isOpen ? <Table /> : null;
  };

const OutboxWorkspace = lazy(() =>
  import('../features/outbox/outbox-workspace.tsx').then((module) => ({ default: module.OutboxWorkspace })),
);
const TimelineWorkspace = lazy(() =>
  import('../features/timeline/timeline-workspace.tsx').then((module) => ({
    default: module.TimelineWorkspace,
  })),
);
const TimelineStage = lazy(() =>
  import('../features/timeline/timeline-stage.tsx').then((module) => ({ default: module.TimelineStage })),
);
const LibraryWorkspace = lazy(() =>
  import('../features/library/library-workspace.tsx').then((module) => ({
    default: module.LibraryWorkspace,
  })),
);
const PlacesWorkspace = lazy(() =>
  import('../features/places/places-workspace.tsx').then((module) => ({ default: module.PlacesWorkspace })),
);
const PlacesStage = lazy(() =>
  import('../features/places/places-stage.tsx').then((module) => ({ default: module.PlacesStage })),
);
const BillsWorkspace = lazy(() =>
  import('../features/usage/bills-workspace.tsx').then((module) => ({ default: module.BillsWorkspace })),
);
const DownloadsWorkspace = lazy(() =>
  import('../features/downloads/downloads-workspace.tsx').then((module) => ({
    default: module.DownloadsWorkspace,
  })),
);
const SettingsWorkspace = lazy(() =>
  import('../features/settings/settings-workspace.tsx').then((module) => ({
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
