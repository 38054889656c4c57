import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from './http-toolkit.ts';
import { practiceOrderSchema, practiceTaskSchema } from './records.ts';

const stateSchema = z.object({
  version: z.literal(1),
  born: z.number(),
  tasks: z.array(practiceTaskSchema),
  orders: z.array(practiceOrderSchema).default([]),
});

type WorldState = z.infer<typeof stateSchema>;

const changeSchema = z.object({
  task: practiceTaskSchema.optional(),
  order: practiceOrderSchema.optional(),
});

/** A task or an order that was added or changed. */
export type WorldChange = z.infer<typeof changeSchema>;

interface WorldJournal {
  read(now: number): WorldState | null;
  write(state: WorldState): void;
  append(change: WorldChange): void;
}

/**
 * Opens the stored world in a folder: its state at the last start, and a line for each change since, so that storing a change
 * takes the same time however large the world is.
 */
export function openWorldJournal(folder: string): WorldJournal {
  const path = join(folder, 'world.json');
  const changesPath = join(folder, 'world-changes.jsonl');
  return {
    read(now) {
      if (!existsSync(path)) return null;
      const read = stateSchema.safeParse(parseJson(readFileSync(path, 'utf8')));
      if (!read.success) {
        // Renamed and kept, because somebody may want its content back.
        for (const damaged of [path, changesPath])
          if (existsSync(damaged)) renameSync(damaged, `${damaged}.damaged-${now}`);
        return null;
      }
      const tasks = new Map(read.data.tasks.map((task) => [task.taskId, task]));
      const orders = new Map(read.data.orders.map((order) => [order.orderNumber, order]));
      const lines = existsSync(changesPath) ? readFileSync(changesPath, 'utf8').split('\n') : [];
      for (const line of lines) {
        // The last line may be incomplete; its change was then never answered.
        const change = changeSchema.safeParse(parseJson(line));
        if (!change.success) continue;
        const { task, order } = change.data;
        if (task) tasks.set(task.taskId, task);
        if (order) orders.set(order.orderNumber, order);
      }
      return { ...read.data, tasks: [...tasks.values()], orders: [...orders.values()] };
    },
    write(state) {
      mkdirSync(folder, { recursive: true });
      // What is planned in the practice world may be as private as real orders.
      rmSync(`${path}.new`, { force: true });
      writeFileSync(`${path}.new`, JSON.stringify(state), { mode: 0o600 });
      renameSync(`${path}.new`, path);
      // The state contains these changes already; reading them again after a crash changes nothing.
      rmSync(changesPath, { force: true });
    },
    append(change) {
      appendFileSync(changesPath, `${JSON.stringify(change)}\n`, { mode: 0o600 });
    },
  };
}
