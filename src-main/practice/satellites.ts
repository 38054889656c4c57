import { digestOf } from './deterministic.ts';

/** The satellite that a number falls to. */
export const satelliteOf = (taskId: number, index: number) =>
  `SN${20 + ((digestOf('satellite', taskId, index)[0] ?? 0) % 25)}`;
