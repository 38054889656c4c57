import { z } from 'zod';

/** Processing levels (service §9). */
export const levels = ['L0', 'L1A', 'L1B', 'L1C', 'L1D', 'L1D_SR'] as const;

export const practiceTaskSchema = z.object({
  taskId: z.number().int(),
  seed: z.number().int(),
  /** Contract id, or `legacy` for tasks of legacy credentials. */
  owner: z.string(),
  taskName: z.string(),
  projectName: z.string(),
  product: z.number().int(),
  client: z.string(),
  priority: z.number().int(),
  /** GeoJSON, answered unchanged. */
  target: z.record(z.string(), z.unknown()),
  longitude: z.number(),
  latitude: z.number(),
  start: z.number(),
  end: z.number(),
  /** In the form of answers; null for a task that is not recurrent. */
  expectedAge: z.string().nullable(),
  expectedAgeMs: z.number().nullable(),
  maxCaptures: z.number().int(),
  maxSimultaneousCaptures: z.number().int(),
  createdAt: z.number(),
  cancelledAt: z.number().nullable(),
  /** The time at which the state of a seeded task stays, so that every state can be seen. */
  frozenAt: z.number().nullable(),
  fixedStatus: z.string().nullable(),
  /** Set for the task behind a V2 order, which V1 does not list. */
  ordered: z
    .object({
      sku: z.string(),
      level: z.enum(levels),
      /** Indexes of the captures that are rejected for their quality. */
      rejected: z.array(z.number().int()),
    })
    .optional(),
  /** The times of the passes, if they are given. */
  givenPasses: z.array(z.number()).optional(),
});

/** A stored task of the practice service. Its state is not stored: it follows from these fields and the time. */
export type PracticeTask = z.infer<typeof practiceTaskSchema>;

/** A client of a practice contract; a smaller number is a higher priority (service §2.8). */
export interface PracticeClient {
  name: string;
  maxPriority: number;
  minPriority: number;
  defaultPriority: number;
}

/** A contract of the practice service with its clients; `archive` is null for a contract without an archive. */
export interface PracticeContract {
  contractId: string;
  name: string;
  account: string;
  archive: { restrictions: string[]; collections: string[] } | null;
  status: string;
  clients: PracticeClient[];
}

/** An order as it was placed or came about; its state follows from these fields and the time (see order-timeline.ts). */
export const practiceOrderSchema = z.object({
  orderNumber: z.number().int(),
  owner: z.string(),
  /** The order of a V1 task, a V2 order for new or for archive imagery, or an archive download. */
  kind: z.enum(['task', 'tasking', 'archive', 'download']),
  /** The task that is captured; for archive imagery, the one that was captured. */
  taskId: z.number().int(),
  /** For archive imagery, the index of the capture; else null. */
  captureIndex: z.number().int().nullable(),
  sku: z.string(),
  orderName: z.string(),
  projectName: z.string(),
  /** GeoJSON, as received. */
  geometry: z.record(z.string(), z.unknown()),
  parameters: z.record(z.string(), z.unknown()),
  /** The unknown properties of the request. */
  further: z.record(z.string(), z.unknown()),
  level: z.enum(levels),
  createdAt: z.number(),
});

/** A stored order of the practice service. Its state follows from these fields and the time. */
export type PracticeOrder = z.infer<typeof practiceOrderSchema>;

export const products = [
  { pk: 169, name: 'Multispectral 70cm', target: 'Point', level: 'L1D_SR' },
  { pk: 170, name: 'Multispectral 100cm', target: 'Point', level: 'L1B' },
  { pk: 178, name: 'Area Coverage 70cm', target: 'Polygon', level: 'L1D' },
] as const;
