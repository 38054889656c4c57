import { useTranslation } from 'react-i18next';
import type { Scope } from '../../src-preload/contract/ids.ts';
import { unpackDegrees } from '../../src-preload/contract/packed-places.ts';
import { useActiveScope, useApi } from '../kit/client/api.tsx';
import type { MainClient } from '../kit/client/connect.ts';
import { toggleFullMap } from '../kit/state/full-map.ts';
import {
  fitTo,
  goToView,
  wholeWorld,
  zoomToAllMarks,
  zoomToBox,
  zoomToObject,
} from '../kit/state/map-store.ts';
import { beginMeasure, endMeasure, type MeasureKind, measureStore } from '../kit/state/measure-store.ts';
import { type Subject, selectedOf } from '../kit/state/selection.ts';
import { uiStore } from '../kit/state/ui-store.ts';
import { focusPaneSoon } from '../kit/ui/panes.ts';
import { useAct, useSay } from '../kit/ui/use-act.ts';
import { showMap } from './show-map.ts';
import { workspaceRegistry } from './workspace-registry.tsx';

/** Returns the subject whose details the current workspace shows, if one of its objects is selected. */
function selectedSubject(): Subject | null {
  const { details } = workspaceRegistry[uiStore.getState().workspace];
  return details !== undefined && selectedOf(details.subject) !== null ? details.subject : null;
}

/** Returns the project of the selected task, order or scene; null if none is selected or it has no project. */
async function selectedProject(client: MainClient, scope: Scope): Promise<string | null> {
  const subject = selectedSubject();
  const [task, order, scene] = [selectedOf('task'), selectedOf('order'), selectedOf('scene')];
  if (subject === 'task' && task !== null) return (await client.tasking.get({ scope, taskId: task })).project;
  if (subject === 'order' && order !== null)
    return (await client.orders.get({ scope, orderId: order })).project;
  if (subject === 'scene' && scene !== null)
    return (await client.library.get({ librarySceneId: scene })).project;
  return null;
}

/** Returns the actions of the map for keys and palette. */
export function useMapActions() {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const say = useSay();
  const scope = useActiveScope();
  const tell = (message: string) => say({ message, color: 'gray' });
  const measure = (kind: MeasureKind) => {
    showMap();
    beginMeasure(kind);
    focusPaneSoon('map');
  };
  return {
    allMarks() {
      showMap();
      zoomToAllMarks();
    },
    selection() {
      const subject = selectedSubject();
      const key = subject === null ? null : selectedOf(subject);
      if (subject === null || key === null) return tell(t('map.nothingSelected'));
      showMap();
      zoomToObject(subject, key);
    },
    project: () =>
      act(async () => {
        const project = scope === null ? null : await selectedProject(client, scope);
        if (scope === null || !project) return tell(t('map.noProject'));
        const targets = await client.tasking.targets({ scope, filter: { project } });
        const latitudes = unpackDegrees(targets.latitudes);
        showMap();
        fitTo(
          unpackDegrees(targets.longitudes).map((longitude, i) => [longitude, latitudes[i] ?? 0] as const),
        );
      }),
    wholeWorld() {
      showMap();
      zoomToBox(wholeWorld);
    },
    back() {
      showMap();
      goToView('back');
    },
    forward() {
      showMap();
      goToView('forward');
    },
    toggleFull() {
      showMap();
      toggleFullMap();
      // What had the focus may be hidden now.
      focusPaneSoon('map');
    },
    measure,
    /** The same by key, which also closes the tool. */
    toggleMeasure: () => (measureStore.getState().measure === null ? measure('distance') : endMeasure()),
  };
}
