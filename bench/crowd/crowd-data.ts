import { z } from 'zod';
import { madeTask } from '../folder/made-rows.ts';
import { placeOfCrowd } from '../folder/seed-crowd.ts';

/** A point of the map, in degrees; `status` is the service's word, empty for a place. */
export interface CrowdPoint {
  longitude: number;
  latitude: number;
  status: string;
}

/** A row of the plain table. */
export interface CrowdRow {
  taskId: number;
  name: string;
  project: string;
  status: string;
  client: string;
  start: string;
  end: string;
}

/** Where a map looks. Degrees. */
export interface StockView {
  centre: readonly [number, number];
  zoom: number;
}

export const crowdSize = { tasks: 100_000, places: 20_000 } as const;
const position = z.array(z.number());

/** The tasks and places of the seeded folder, as the other pages are given them. */
export function crowdData(): { tasks: CrowdPoint[]; places: CrowdPoint[]; rows: CrowdRow[] } {
  const made = Array.from({ length: crowdSize.tasks }, (_, i) => madeTask(i));
  return {
    tasks: made.map(({ task: { parsed } }) => {
      const [longitude = 0, latitude = 0] = position.parse(parsed.target?.coordinates);
      return { longitude, latitude, status: parsed.status ?? '' };
    }),
    places: Array.from({ length: crowdSize.places }, (_, i) => {
      const [longitude, latitude] = placeOfCrowd(i);
      return { longitude, latitude, status: '' };
    }),
    rows: made.map(({ taskId, task: { parsed } }) => ({
      taskId,
      name: parsed.task_name ?? '',
      project: parsed.project_name ?? '',
      status: parsed.status ?? '',
      client: parsed.client ?? '',
      start: parsed.start ?? '',
      end: parsed.end ?? '',
    })),
  };
}
