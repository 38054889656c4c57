import { useEffect } from 'react';
import { z } from 'zod';
import { useApi, useSettings } from '../client/api.tsx';
import { mapDisplayStore } from '../state/map-display-store.ts';
import { allSubjects } from '../state/selection.ts';

const savedSchema = z.object({ hiddenMarks: z.array(z.string()), hasNames: z.boolean() });

/** Restores what the map showed in the last session, and saves each change. */
export function useSavedDisplay() {
  const { client } = useApi();
  const settings = useSettings();
  const isKnown = settings !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the settings of the start
  useEffect(() => {
    if (!isKnown) return;
    const saved = savedSchema.safeParse(settings.workspace.mapDisplay);
    // A choice that was made since the window opened is newer than the saved one.
    if (saved.success && mapDisplayStore.getState() === mapDisplayStore.getInitialState())
      mapDisplayStore.setState({
        hiddenMarks: new Set(allSubjects().filter((subject) => saved.data.hiddenMarks.includes(subject))),
        hasNames: saved.data.hasNames,
      });
    return mapDisplayStore.subscribe(({ hiddenMarks, hasNames }) => {
      const mapDisplay = { hiddenMarks: [...hiddenMarks], hasNames };
      // An error is ignored, because it changes nothing on the map.
      client.settings.set({ workspace: { mapDisplay } }).catch(() => undefined);
    });
  }, [isKnown, client]);
}
