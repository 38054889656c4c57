import { parseArgs } from 'node:util';
import { z } from 'zod';

/** How this practice service behaves: every number the interface leaves open can be another one. */
export const practiceOptionsSchema = z.object({
  port: z.number().int().min(0).max(65_535).default(0),
  /** Practice seconds per real second: at 1,800 a first capture is published within about a minute. */
  speed: z.number().positive().max(10_000_000).default(1_800),
  seed: z.number().int().default(1),
  defaultLimit: z.number().int().min(1).default(50),
  maxLimit: z.number().int().min(1).default(200),
  sceneSizePx: z.number().int().min(64).max(8_006).default(2_000),
  /** Whole seconds: it is told as `expires_in`. */
  tokenSeconds: z.number().int().positive().default(86_400),
  omitOptionalFields: z.boolean().default(false),
  extraFields: z.boolean().default(false),
  unknownStatuses: z.boolean().default(false),
  contractsAsBareArray: z.boolean().default(false),
  clientsShape: z.enum(['page', 'array', 'object']).default('page'),
  cancelBody: z.enum(['task', 'empty']).default('task'),
  noValidator: z.boolean().default(false),
  /** Only plain strip rasters, whatever the product. */
  stripsOnly: z.boolean().default(false),
  ordersDefaultLimit: z.number().int().min(1).default(25),
  ordersMaxLimit: z.number().int().min(1).default(500),
  /** V2 as it was observed, or in the other shapes that are met. */
  ordersShape: z.enum(['observed', 'other']).default('observed'),
  /** Further orders of one contract, made up when they are looked at; with so many deliverables in all. */
  bulkOrders: z.number().int().min(0).max(800_000).default(0),
  bulkDeliverables: z.number().int().min(0).max(4_000_000).default(0),
  catalogPath: z.string().min(1).default('catalog'),
  contractHeader: z.string().min(1).default('X-Service-Contract-Id'),
  taskingAudience: z.string().min(1).default('https://tasking.practice.invalid/api'),
  emptyWorld: z.boolean().default(false),
  /** A control address: only when somebody asks for it, since it can do anything to the service. */
  control: z.boolean().default(false),
  /** Keeps tasks and files over restarts; without one they are gone with the process. */
  stateFolder: z.string().nullable().default(null),
});

export type PracticeOptions = z.infer<typeof practiceOptionsSchema>;

/** A service that differs wherever the interface lets it: other limits, fields, statuses, names and shapes. */
export const otherVariant: Partial<PracticeOptions> = {
  defaultLimit: 7,
  maxLimit: 11,
  omitOptionalFields: true,
  extraFields: true,
  unknownStatuses: true,
  contractsAsBareArray: true,
  clientsShape: 'object',
  cancelBody: 'empty',
  noValidator: true,
  stripsOnly: true,
  ordersDefaultLimit: 10,
  ordersMaxLimit: 40,
  ordersShape: 'other',
  catalogPath: 'imagery-archive',
  contractHeader: 'X-Other-Contract',
  taskingAudience: 'https://other.practice.invalid/',
};

const flagNames = {
  port: 'port',
  speed: 'speed',
  seed: 'seed',
  sceneSizePx: 'scene-size',
  tokenSeconds: 'token-seconds',
  stateFolder: 'state',
  bulkOrders: 'orders',
  bulkDeliverables: 'deliverables',
} as const;

const text = { type: 'string' } as const;

/** Reads the flags of `npm run practice`; throws with a sentence for the person at the terminal. */
export function parsePracticeFlags(args: readonly string[]): PracticeOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: text,
      speed: text,
      seed: text,
      'scene-size': text,
      'token-seconds': text,
      state: text,
      orders: text,
      deliverables: text,
      variant: text,
      'empty-world': { type: 'boolean' },
    },
  });
  if (values.variant !== undefined && values.variant !== 'other') throw new Error('--variant takes: other');
  // An empty text is no zero.
  const number = (value: string | undefined) =>
    value === undefined ? undefined : value.trim() === '' ? Number.NaN : Number(value);
  const parsed = practiceOptionsSchema.safeParse({
    ...(values.variant === 'other' ? otherVariant : {}),
    port: number(values.port),
    speed: number(values.speed),
    seed: number(values.seed),
    sceneSizePx: number(values['scene-size']),
    tokenSeconds: number(values['token-seconds']),
    stateFolder: values.state,
    bulkOrders: number(values.orders),
    bulkDeliverables: number(values.deliverables ?? values.orders),
    emptyWorld: values['empty-world'],
    // The command is for programs and demonstrations: its second line is the control address.
    control: true,
  });
  if (parsed.success) return parsed.data;
  const flags: Record<PropertyKey, string> = flagNames;
  throw new Error(
    parsed.error.issues.map(({ path, message }) => `--${flags[path[0] ?? '']}: ${message}`).join('\n'),
  );
}
