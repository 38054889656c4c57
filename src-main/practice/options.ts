import { parseArgs } from 'node:util';
import { z } from 'zod';

/** The settings of a practice service. Everything that the interface leaves open can be set. */
export const practiceOptionsSchema = z.object({
  port: z.number().int().min(0).max(65_535).default(0),
  /** Practice seconds per real second; with 1,800, a first capture is published within about a minute. */
  speed: z.number().positive().max(10_000_000).default(1_800),
  seed: z.number().int().default(1),
  defaultLimit: z.number().int().min(1).default(50),
  maxLimit: z.number().int().min(1).default(200),
  sceneSizePx: z.number().int().min(64).max(8_006).default(2_000),
  /** Whole seconds, sent as `expires_in`. */
  tokenSeconds: z.number().int().positive().default(86_400),
  omitOptionalFields: z.boolean().default(false),
  extraFields: z.boolean().default(false),
  unknownStatuses: z.boolean().default(false),
  contractsAsBareArray: z.boolean().default(false),
  clientsShape: z.enum(['page', 'array', 'object']).default('page'),
  cancelBody: z.enum(['task', 'empty']).default('task'),
  noValidator: z.boolean().default(false),
  /** If true, all rasters are in strips, whatever the product. */
  stripsOnly: z.boolean().default(false),
  ordersDefaultLimit: z.number().int().min(1).default(25),
  ordersMaxLimit: z.number().int().min(1).default(500),
  /** The shape of V2 answers: the observed one, or the other known ones. */
  ordersShape: z.enum(['observed', 'other']).default('observed'),
  /** If true, a created order is answered as a list with its Feature; otherwise the Feature is the answer. */
  createdLists: z.boolean().default(false),
  /** The number of bulk orders of one contract, and the number of all their deliverables. */
  bulkOrders: z.number().int().min(0).max(800_000).default(0),
  bulkDeliverables: z.number().int().min(0).max(4_000_000).default(0),
  catalogPath: z.string().min(1).default('catalog'),
  contractHeader: z.string().min(1).default('X-Service-Contract-Id'),
  taskingAudience: z.string().min(1).default('https://tasking.practice.invalid/api'),
  emptyWorld: z.boolean().default(false),
  /** If true, the answer for a single task or order contains hardly more than its status. */
  thinDetails: z.boolean().default(false),
  /** If true, deliverables contain no capture and no scene, so that only the links of their assets lead to files. */
  assetsOnly: z.boolean().default(false),
  /** If true, links redirect to a storage server with signed addresses. */
  redirectDownloads: z.boolean().default(false),
  /** A larger `limit` is refused with a message that names it; if null, it is reduced. */
  refusedAbove: z.number().int().min(1).nullable().default(null),
  /** Whether the client configuration may be read. */
  clients: z.boolean().default(true),
  feasibility: z.boolean().default(true),
  /** How names of tasks, orders and projects are changed in every answer; null if they stay as they were sent. */
  respelledNames: z.enum(['upper', 'cut', 'blanks', 'escaped', 'composed']).nullable().default(null),
  /** If true, a list that is filtered by a name is empty. */
  deafNameFilters: z.boolean().default(false),
  /** So long after it was created, a task or an order appears in lists. */
  listedAfterMs: z.number().min(0).default(0),
  /** If true, there is a control address. It can do anything to the service, so it exists only on request. */
  control: z.boolean().default(false),
  /** The folder in which tasks and files survive a restart; if null, they end with the process. */
  stateFolder: z.string().nullable().default(null),
});

/** The settings of a practice service, for example the speed of its clock, the seed of its world and the size of its scenes. */
export type PracticeOptions = z.infer<typeof practiceOptionsSchema>;

/** Returns the path of the catalog without a leading slash, which the announcement may have. */
export const catalogPathOf = ({ catalogPath }: PracticeOptions) => catalogPath.replace(/^\/+/, '');

/** The settings of a service that differs in all that the interface leaves open: limits, fields, statuses, names and shapes. */
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
  createdLists: true,
  // Some services write the slash.
  catalogPath: '/imagery-archive',
  contractHeader: 'X-Other-Contract',
  taskingAudience: 'https://other.practice.invalid/',
};

/** The values of `--variant`; any number of them can be combined. */
export const variants = {
  other: {
    says: 'differs wherever the interface lets it: limits, fields, statuses, names, shapes',
    options: otherVariant,
  },
  'thin-details': {
    says: 'GET /orders/ID and GET /tasks/ID tell the status and hardly more',
    options: { thinDetails: true },
  },
  'assets-only': {
    says: 'deliverables name no capture and no scene, only the links of their assets',
    options: { assetsOnly: true },
  },
  'created-lists': {
    says: 'POST /orders answers a list with the Feature instead of the Feature',
    options: { createdLists: true },
  },
  'redirected-downloads': {
    says: 'download links redirect to signed addresses of a storage server on another port',
    options: { redirectDownloads: true },
  },
  'page-limit-100': {
    says: 'a limit above 100 is refused with a 400 that names it',
    options: { refusedAbove: 100 },
  },
  'no-clients': { says: 'the client configuration is refused (403)', options: { clients: false } },
  'upper-case-names': {
    says: 'names of tasks, orders and projects come back in upper case',
    options: { respelledNames: 'upper' },
  },
  'deaf-filters': {
    says: 'a list that is filtered by a name is empty',
    options: { deafNameFilters: true },
  },
  'late-lists': {
    says: 'what was created in the last 75 seconds is not in the lists yet',
    options: { listedAfterMs: 75_000 },
  },
  'no-feasibility': { says: 'there is no analysis (404)', options: { feasibility: false } },
} satisfies Record<string, { says: string; options: Partial<PracticeOptions> }>;

const variantNames = Object.keys(variants);
const isVariant = (name: string): name is keyof typeof variants => Object.hasOwn(variants, name);

function optionsOfVariants(given: readonly string[]): Partial<PracticeOptions> {
  const names = given.flatMap((text) => text.split(','));
  return Object.assign(
    {},
    ...names.map((name) => {
      if (!isVariant(name)) throw new Error(`--variant takes: ${variantNames.join(', ')}`);
      return variants[name].options;
    }),
  );
}

export const practiceHelp = `npm run practice -- [options]

  --port N           port of the interface; a free one when left out
  --speed X          practice seconds per second; 1,800 when left out
  --seed S           another world: other scenes, other credentials
  --scene-size N     scenes of N × N pixels, 64 to 8006; 2,000 when left out
  --token-seconds N  how long a token lives
  --state DIR        keeps tasks and orders over restarts
  --empty-world      no tasks and no orders at the start
  --orders N         N more orders, made up when they are looked at
  --deliverables N   so many deliverables with them; one each when left out
  --variant NAME     the service differs; several by commas, or the flag again:
${Object.entries(variants)
  .map(([name, { says }]) => `                       ${name.padEnd(22)}${says}`)
  .join('\n')}
  --help             this text

First line on standard output: addresses and credentials as JSON. Second: the control address.
`;

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

/** Returns the options for the flags of `npm run practice`. @throws Error with a message for the person at the terminal. */
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
      variant: { type: 'string', multiple: true },
      'empty-world': { type: 'boolean' },
    },
  });
  // `Number('')` would be zero.
  const number = (value: string | undefined) =>
    value === undefined ? undefined : value.trim() === '' ? Number.NaN : Number(value);
  const parsed = practiceOptionsSchema.safeParse({
    ...optionsOfVariants(values.variant ?? []),
    port: number(values.port),
    speed: number(values.speed),
    seed: number(values.seed),
    sceneSizePx: number(values['scene-size']),
    tokenSeconds: number(values['token-seconds']),
    stateFolder: values.state,
    bulkOrders: number(values.orders),
    bulkDeliverables: number(values.deliverables ?? values.orders),
    emptyWorld: values['empty-world'],
    // Programs read the control address from the second line.
    control: true,
  });
  if (parsed.success) return parsed.data;
  const flags: Record<PropertyKey, string> = flagNames;
  throw new Error(
    parsed.error.issues.map(({ path, message }) => `--${flags[path[0] ?? '']}: ${message}`).join('\n'),
  );
}
