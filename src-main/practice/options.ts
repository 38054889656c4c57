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
  tokenSeconds: z.number().positive().default(86_400),
  omitOptionalFields: z.boolean().default(false),
  extraFields: z.boolean().default(false),
  unknownStatuses: z.boolean().default(false),
  contractsAsBareArray: z.boolean().default(false),
  clientsShape: z.enum(['page', 'array', 'object']).default('page'),
  cancelBody: z.enum(['task', 'empty']).default('task'),
  noValidator: z.boolean().default(false),
  /** Only plain strip rasters, whatever the product. */
  stripsOnly: z.boolean().default(false),
  catalogPath: z.string().min(1).default('catalog'),
  contractHeader: z.string().min(1).default('X-Service-Contract-Id'),
  taskingAudience: z.string().min(1).default('https://tasking.practice.invalid/api'),
  emptyWorld: z.boolean().default(false),
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
  catalogPath: 'imagery-archive',
  contractHeader: 'X-Other-Contract',
  taskingAudience: 'https://other.practice.invalid/',
};

const flagNames = {
  port: 'number',
  speed: 'number',
  seed: 'number',
  'scene-size': 'number',
  'token-seconds': 'number',
  state: 'string',
  variant: 'string',
} as const;

/** Reads `--name value` pairs; throws with a sentence for the person at the terminal. */
export function parsePracticeFlags(args: readonly string[]): PracticeOptions {
  const values = new Map<string, string>();
  let emptyWorld = false;
  for (let i = 0; i < args.length; i += 1) {
    const name = args[i]?.replace(/^--/, '') ?? '';
    if (name === 'empty-world') {
      emptyWorld = true;
      continue;
    }
    const value = args[i + 1];
    if (!(name in flagNames) || value === undefined) {
      throw new Error(
        `Unknown flag or missing value: ${args[i]}. Known: --${Object.keys(flagNames).join(' --')} --empty-world`,
      );
    }
    values.set(name, value);
    i += 1;
  }
  const variant = values.get('variant');
  if (variant !== undefined && variant !== 'other') throw new Error('--variant takes: other');
  const number = (name: string) => (values.has(name) ? Number(values.get(name)) : undefined);
  const parsed = practiceOptionsSchema.safeParse({
    ...(variant === 'other' ? otherVariant : {}),
    port: number('port'),
    speed: number('speed'),
    seed: number('seed'),
    sceneSizePx: number('scene-size'),
    tokenSeconds: number('token-seconds'),
    stateFolder: values.get('state'),
    emptyWorld,
  });
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  return parsed.data;
}
