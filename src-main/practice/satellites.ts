import { digestOf } from './deterministic.ts';

/** Returns the name of the satellite for a capture. */
export const satelliteOf = (taskId: number, index: number) =>
  `SN${20 + ((digestOf('satellite', taskId, index)[0] ?? 0) % 25)}`;
