import { z } from 'zod';
import { type SavedPart, useSavedPart } from '../kit/client/use-saved-part.ts';
import { type MapDisplay, mapDisplayStore } from '../kit/state/map-display-store.ts';
import { allSubjects } from '../kit/state/selection.ts';

const savedSchema = z.object({ hiddenMarks: z.array(z.string()), hasNames: z.boolean() });

const savedDisplay: SavedPart<MapDisplay> = {
  name: 'mapDisplay',
  store: mapDisplayStore,
  restore(saved) {
    const display = savedSchema.safeParse(saved).data;
    if (display === undefined) return null;
    const hiddenMarks = new Set(allSubjects().filter((subject) => display.hiddenMarks.includes(subject)));
    return { hiddenMarks, hasNames: display.hasNames };
  },
  save: ({ hiddenMarks, hasNames }) => ({ hiddenMarks: [...hiddenMarks], hasNames }),
};

/** Restores what the map showed in the last session, and saves each change. */
export const useSavedDisplay = () => useSavedPart(savedDisplay);
