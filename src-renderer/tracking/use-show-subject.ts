import { useCallback } from 'react';
import type { Subject } from '../../src-preload/contract/tracking.ts';
import { useApi } from '../client/api.tsx';
import { useAct } from '../shell/use-act.ts';
import { mapStore, zoomToBox } from '../state/map-store.ts';
import { showWorkspace } from '../state/ui-store.ts';

/** Brings a subject up: its details, its row in the list, its place on the map. A capture has no details of its own. */
export function useShowSubject() {
  const { client } = useApi();
  const act = useAct();
  return useCallback(
    (subject: Subject) => {
      switch (subject.kind) {
        case 'task':
          mapStore.setState({ selectedTaskId: subject.taskId });
          return showWorkspace('tasks');
        case 'order':
          mapStore.setState({ selectedOrderId: subject.orderId });
          return showWorkspace('orders');
        case 'scene': {
          const { librarySceneId } = subject;
          mapStore.setState({ selectedSceneId: librarySceneId });
          showWorkspace('library');
          return act(async () => {
            const { bbox } = await client.library.get({ librarySceneId });
            if (bbox && mapStore.getState().selectedSceneId === librarySceneId) zoomToBox(bbox);
          });
        }
      }
    },
    [client, act],
  );
}
