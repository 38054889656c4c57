import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { unusable } from '../unusable.ts';

const schemaRow = z.object({ type: z.string(), name: z.string(), sql: z.string().nullable() });
const hiddenRow = z.object({ hidden: z.number() });
const planRow = z.object({ detail: z.string() });
const stepRow = z.object({ opcode: z.string(), p4: z.unknown() });

/** More tables and views than any program writes. */
const mostEntries = 200;
/** The view that programs write to store equal tiles once has some hundred characters. */
const longestView = 4_000;

const endsNever = (detail: string) => unusable('no-index', detail);

/**
 * Views that read views, and columns that are computed from others, double their text with each level: forty of them in a small file
 * are a program that takes for ever to be compiled. So none is compiled before this.
 */
function assertPlainView(sql: string, others: readonly string[]) {
  const text = sql.toLowerCase();
  const isOne = text.match(/\bselect\b/g)?.length === 1;
  const isOdd = others.some((name) => !/^[\w .-]+$/.test(name) || text.includes(name.toLowerCase()));
  if (!isOne || isOdd || sql.length > longestView) throw endsNever('VIEW');
}

/** What the names `tiles` and `metadata` are in a file. */
export interface PlainSchema {
  hasTilesView: boolean;
}

/**
 * Checks the tables and views of a foreign database before one of them is used. Throws MAP_UNUSABLE (`no-index`) for a view of views or
 * of more than one query, and for columns that are computed.
 */
export function assertPlainSchema(database: DatabaseSync): PlainSchema {
  const entries = database
    .prepare(
      `SELECT type, name, sql FROM sqlite_schema WHERE type IN ('table', 'view') LIMIT ${mostEntries + 1}`,
    )
    .all()
    .map((row) => schemaRow.parse(row));
  if (entries.length > mostEntries) throw endsNever(`> ${mostEntries}`);
  const views = entries.filter(({ type }) => type === 'view');
  const viewOf = (name: string) => views.find((each) => each.name.toLowerCase() === name);
  for (const view of [viewOf('tiles'), viewOf('metadata')]) {
    if (view === undefined) continue;
    const others = views.filter((each) => each !== view).map(({ name }) => name);
    assertPlainView(view.sql ?? '', others);
  }
  // What it leaves out would be read one row after another.
  if (/\b(?:where|join|from[^;]*,)/i.test(viewOf('metadata')?.sql ?? '')) throw endsNever('VIEW metadata');
  const columns = database.prepare('SELECT hidden FROM pragma_table_xinfo(?) WHERE hidden > 1 LIMIT 1');
  for (const { type, name, sql } of entries) {
    if (type !== 'table' || /^\s*create\s+virtual/i.test(sql ?? '')) continue;
    if (hiddenRow.safeParse(columns.get(name)).success) throw endsNever(`${name}: GENERATED`);
  }
  return { hasTilesView: viewOf('tiles') !== undefined };
}

/** What a plan must not contain: a view of a foreign file may be a program that never ends, and nothing could stop it. */
const endless = /RECURSIVE|CO-ROUTINE|MATERIALIZE|SUBQUERY|COMPOUND|UNION|VIRTUAL TABLE|TEMP B-TREE/i;
const mostPlanSteps = 4;
/** Of SQLite's program: one of these may take any time or memory for a single row. */
const costly = /^(?:Concat|Program|Sorter|OpenEphemeral|OpenAutoindex|VOpen|InitCoroutine|Function|PureFunc)/;
/** The functions that Nadir itself asks for. */
const ownFunctions = new Set(['octet_length(1)', 'substr(3)']);
const mostSteps = 500;

/** How a statement finds its rows. `first`: it returns each row that it meets; `exact`: it goes to its row by an index. */
export type Finding = 'first' | 'exact';

/**
 * Prepares a statement if SQLite can answer it in a bounded time; else throws MAP_UNUSABLE (`no-index`). A thread cannot be ended
 * within a step of SQLite, so this is checked before the first one: by the plan, and by the program that SQLite would run.
 */
export function prepareBounded(database: DatabaseSync, sql: string, finds: Finding): StatementSync {
  const plan = database
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map((row) => planRow.parse(row).detail);
  const odd = plan.find((step) => endless.test(step)) ?? plan.slice(finds === 'first' ? 1 : 0).find(isScan);
  if (odd !== undefined || plan.length > mostPlanSteps) throw endsNever(odd ?? String(plan.length));
  // Fewer than all three numbers of a tile: the rest would be searched among all tiles of a zoom.
  if (finds === 'exact' && (plan[0]?.match(/=\?/g)?.length ?? 0) < 3) throw endsNever(plan[0] ?? '');
  const steps = database
    .prepare(`EXPLAIN ${sql}`)
    .all()
    .map((row) => stepRow.parse(row));
  const bad = steps.find(({ opcode, p4 }) => costly.test(opcode) && !ownFunctions.has(String(p4)));
  if (bad !== undefined || steps.length > mostSteps) throw endsNever(bad?.opcode ?? String(steps.length));
  return database.prepare(sql);
}

const isScan = (step: string) => step.startsWith('SCAN');
