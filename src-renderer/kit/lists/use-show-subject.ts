import { useCallback } from 'react';
import type { Subject } from '../../../src-preload/contract/tracking.ts';
import { useApi } from '../client/api.tsx';
import { zoomToBox } from '../state/map-store.ts';
import { select, selectedOf } from '../state/selection.ts';
import { showWorkspace } from '../state/ui-store.ts';
import { useAct } from '../ui/use-act.ts';

/** Returns a function that shows a subject: its details, its list row and its place on the map. A capture has no details of its own. */
export function useShowSubject() {
  const { client } = useApi();
  const act = useAct();
  return useCallback(
    (subject: Subject) => {
      switch (subject.kind) {
        case 'task':
          select('task', subject.taskId);
          return showWorkspace('tasks');
        case 'order':
          select('order', subject.orderId);
          return showWorkspace('orders');
        case 'scene': {
          const { librarySceneId } = subject;
          select('scene', librarySceneId);
          showWorkspace('library');
          return act(async () => {
            const { bbox } = await client.library.get({ librarySceneId });
            if (bbox && selectedOf('scene') === librarySceneId) zoomToBox(bbox);
          });
        }
      }
    },
    [client, act],
  );
}
