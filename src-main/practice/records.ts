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
  /** GeoJSON as it will be echoed. */
  target: z.record(z.string(), z.unknown()),
  longitude: z.number(),
  latitude: z.number(),
  start: z.number(),
  end: z.number(),
  /** The response form, or null when not recurrent. */
  expectedAge: z.string().nullable(),
  expectedAgeMs: z.number().nullable(),
  maxCaptures: z.number().int(),
  maxSimultaneousCaptures: z.number().int(),
  createdAt: z.number(),
  cancelledAt: z.number().nullable(),
  /** Seeded tasks stand still at an instant, so that every state can be looked at. */
  frozenAt: z.number().nullable(),
  fixedStatus: z.string().nullable(),
  /** Set when it came in as an order (V2): such a subject is no task of V1. */
  ordered: z
    .object({
      sku: z.string(),
      level: z.enum(levels),
      /** Captures (by index) whose quality will be rejected. */
      rejected: z.array(z.number().int()),
    })
    .optional(),
  /** When the satellite passes, where it is known beforehand. */
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

/** An order as it was placed or came into being; where it stands follows from it and the time (see timeline.ts). */
export const practiceOrderSchema = z.object({
  orderNumber: z.number().int(),
  owner: z.string(),
  /** A task of V1 as an order, an order of V2 for new or for archive imagery, or an archive download. */
  kind: z.enum(['task', 'tasking', 'archive', 'download']),
  /** The subject that is captured; for archive imagery the one that was. */
  taskId: z.number().int(),
  /** For archive imagery: this capture of the subject alone. */
  captureIndex: z.number().int().nullable(),
  sku: z.string(),
  orderName: z.string(),
  projectName: z.string(),
  /** GeoJSON, as it came. */
  geometry: z.record(z.string(), z.unknown()),
  parameters: z.record(z.string(), z.unknown()),
  /** Further properties of the request, kept. */
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
