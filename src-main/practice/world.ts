import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { uuidOf } from './deterministic.ts';
import { parseJson } from './http-toolkit.ts';

const practiceTaskSchema = z.object({
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
});

export type PracticeTask = z.infer<typeof practiceTaskSchema>;

export interface PracticeClient {
  name: string;
  maxPriority: number;
  minPriority: number;
  defaultPriority: number;
}

export interface PracticeContract {
  contractId: string;
  name: string;
  account: string;
  archive: { restrictions: string[]; collections: string[] } | null;
  status: string;
  clients: PracticeClient[];
}

const stateSchema = z.object({
  version: z.literal(1),
  born: z.number(),
  nextTaskId: z.number(),
  tasks: z.array(practiceTaskSchema),
});

export interface World {
  readonly born: number;
  readonly contracts: readonly PracticeContract[];
  readonly legacyClients: readonly PracticeClient[];
  tasksOf(owner: string): PracticeTask[];
  allTasks(): PracticeTask[];
  find(taskId: number): PracticeTask | undefined;
  add(task: Omit<PracticeTask, 'taskId' | 'seed'>): PracticeTask;
  cancel(taskId: number, at: number): void;
}

export const products = [
  { pk: 169, name: 'Multispectral 70cm', target: 'Point', level: 'L1D_SR' },
  { pk: 170, name: 'Multispectral 100cm', target: 'Point', level: 'L1B' },
  { pk: 178, name: 'Area Coverage 70cm', target: 'Polygon', level: 'L1D' },
] as const;

const client = (
  name: string,
  maxPriority: number,
  minPriority: number,
  defaultPriority: number,
): PracticeClient => ({
  name,
  maxPriority,
  minPriority,
  defaultPriority,
});

function makeContracts(seed: number): PracticeContract[] {
  const account = `acct.${uuidOf(seed, 'account')}`;
  const contract = (
    name: string,
    rest: Pick<PracticeContract, 'archive' | 'status' | 'clients'>,
  ): PracticeContract => ({
    contractId: `cont.${uuidOf(seed, 'contract', name)}`,
    name,
    account,
    ...rest,
  });
  return [
    contract('Coastal Watch 2026', {
      archive: { restrictions: ['none'], collections: ['quickview-visual', 'l1d-sr'] },
      status: 'ACTIVE',
      clients: [
        client('harbour-office', 10, 60, 40),
        client('fisheries', 20, 80, 50),
        client('coast-guard', 1, 30, 15),
      ],
    }),
    contract('Agriculture Monitoring', {
      archive: { restrictions: ['non-commercial'], collections: ['l1b', 'l1d'] },
      status: 'ACTIVE',
      clients: [client('field-survey', 30, 70, 50)],
    }),
    contract('Disaster Response', {
      archive: null,
      status: 'ACTIVE',
      clients: [client('relief', 1, 20, 10)],
    }),
    contract('Forest Baseline 2024', {
      archive: { restrictions: [], collections: ['l1d'] },
      status: 'EXPIRED',
      clients: [client('forestry', 40, 90, 60)],
    }),
  ];
}

/** What was kept, or null after a damaged memory was put aside: it may hold what somebody wants back. */
function readState(path: string, now: number): z.infer<typeof stateSchema> | null {
  const read = stateSchema.safeParse(parseJson(readFileSync(path, 'utf8')));
  if (read.success) return read.data;
  renameSync(path, `${path}.damaged-${now}`);
  return null;
}

/** The service's whole memory. With a folder it is written to disk before a change is answered. */
export function createWorld(options: {
  seed: number;
  now: () => number;
  stateFolder: string | null;
  seedTasks: (
    born: number,
    contracts: readonly PracticeContract[],
  ) => Omit<PracticeTask, 'taskId' | 'seed'>[];
}): World {
  const contracts = makeContracts(options.seed);
  const path = options.stateFolder === null ? null : join(options.stateFolder, 'world.json');
  const kept = path !== null && existsSync(path) ? readState(path, options.now()) : null;
  const state = kept ?? { version: 1 as const, born: options.now(), nextTaskId: 10_001, tasks: [] };
  const tasks = new Map(state.tasks.map((task) => [task.taskId, task]));

  function save() {
    if (path === null || options.stateFolder === null) return;
    mkdirSync(options.stateFolder, { recursive: true });
    writeFileSync(`${path}.new`, JSON.stringify({ ...state, tasks: [...tasks.values()] }));
    renameSync(`${path}.new`, path);
  }

  function insert(task: Omit<PracticeTask, 'taskId' | 'seed'>): PracticeTask {
    const added = { ...task, taskId: state.nextTaskId, seed: options.seed };
    state.nextTaskId += 1;
    tasks.set(added.taskId, added);
    return added;
  }

  if (!kept) {
    for (const task of options.seedTasks(state.born, contracts)) insert(task);
    save();
  }

  return {
    born: state.born,
    contracts,
    legacyClients: [client('legacy-account', 10, 90, 50)],
    tasksOf: (owner) =>
      [...tasks.values()].filter((task) => task.owner === owner).sort((a, b) => b.taskId - a.taskId),
    allTasks: () => [...tasks.values()],
    find: (taskId) => tasks.get(taskId),
    add(task) {
      const added = insert(task);
      save();
      return added;
    },
    cancel(taskId, at) {
      const task = tasks.get(taskId);
      if (!task) return;
      task.cancelledAt = at;
      save();
    },
  };
}
