import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { unusable } from '../unusable.ts';

const schemaRow = z.object({ type: z.string(), name: z.string(), sql: z.string().nullable() });
const hiddenRow = z.object({ hidden: z.number() });
const planRow = z.object({ detail: z.string() });
const stepRow = z.object({ opcode: z.string(), p4: z.unknown() });

/** More tables and views than any program writes. */
const maxEntries = 200;
/** The usual view, by which equal tiles are stored once, has some hundred characters. */
const maxViewLength = 4_000;

const unbounded = (detail: string) => unusable('no-index', detail);

/**
 * Throws MAP_UNUSABLE unless a view reads tables only, by one query. Views of views double in size with each level: SQLite would
 * compile forty of them, in a small file, without an end. So this check comes before any statement is compiled.
 */
function assertPlainView(sql: string, others: readonly string[]) {
  const text = sql.toLowerCase();
  const isOne = text.match(/\bselect\b/g)?.length === 1;
  const isOdd = others.some((name) => !/^[\w .-]+$/.test(name) || text.includes(name.toLowerCase()));
  if (!isOne || isOdd || sql.length > maxViewLength) throw unbounded('VIEW');
}

/** The facts of a checked schema. */
export interface PlainSchema {
  hasTilesView: boolean;
}

/**
 * Checks the tables and views of a foreign database before one of them is used. @throws MAP_UNUSABLE (`no-index`) for a view of views,
 * a view of more than one query, and computed columns.
 */
export function assertPlainSchema(database: DatabaseSync): PlainSchema {
  const entries = database
    .prepare(
      `SELECT type, name, sql FROM sqlite_schema WHERE type IN ('table', 'view') LIMIT ${maxEntries + 1}`,
    )
    .all()
    .map((row) => schemaRow.parse(row));
  if (entries.length > maxEntries) throw unbounded(`> ${maxEntries}`);
  const views = entries.filter(({ type }) => type === 'view');
  const viewOf = (name: string) => views.find((each) => each.name.toLowerCase() === name);
  for (const view of [viewOf('tiles'), viewOf('metadata')]) {
    if (view === undefined) continue;
    const others = views.filter((each) => each !== view).map(({ name }) => name);
    assertPlainView(view.sql ?? '', others);
  }
  // Rows that a condition leaves out would be read one after another, without an end.
  if (/\b(?:where|join|from[^;]*,)/i.test(viewOf('metadata')?.sql ?? '')) throw unbounded('VIEW metadata');
  const columns = database.prepare('SELECT hidden FROM pragma_table_xinfo(?) WHERE hidden > 1 LIMIT 1');
  for (const { type, name, sql } of entries) {
    if (type !== 'table' || /^\s*create\s+virtual/i.test(sql ?? '')) continue;
    if (hiddenRow.safeParse(columns.get(name)).success) throw unbounded(`${name}: GENERATED`);
  }
  return { hasTilesView: viewOf('tiles') !== undefined };
}

/** The steps that a plan must not contain: they may run without an end, and nothing can stop them. */
const unboundedStep = /RECURSIVE|CO-ROUTINE|MATERIALIZE|SUBQUERY|COMPOUND|UNION|VIRTUAL TABLE|TEMP B-TREE/i;
const maxPlanSteps = 4;
/** Instructions of SQLite's program that may take any time or memory for a single row. */
const costlyOpcode =
  /^(?:Concat|Program|Sorter|OpenEphemeral|OpenAutoindex|VOpen|InitCoroutine|Function|PureFunc)/;
/** The functions that Nadir's own statements call. */
const ownFunctions = new Set(['octet_length(1)', 'substr(3)']);
const maxSteps = 500;

/** How a statement finds its rows. `first`: it returns every row that it reads; `exact`: it finds its row by an index. */
export type RowSearch = 'first' | 'exact';

/**
 * Prepares a statement that SQLite can answer in a bounded time. A step of SQLite cannot be interrupted, so the plan and the program
 * of the statement are checked before the first step. @throws MAP_UNUSABLE (`no-index`) for any other statement.
 */
export function prepareBounded(database: DatabaseSync, sql: string, search: RowSearch): StatementSync {
  const plan = database
    .prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .all()
    .map((row) => planRow.parse(row).detail);
  const unboundedDetail =
    plan.find((step) => unboundedStep.test(step)) ?? plan.slice(search === 'first' ? 1 : 0).find(isScan);
  if (unboundedDetail !== undefined || plan.length > maxPlanSteps)
    throw unbounded(unboundedDetail ?? String(plan.length));
  // An index of fewer than the three numbers of a tile would leave SQLite to search all tiles of a zoom.
  if (search === 'exact' && (plan[0]?.match(/=\?/g)?.length ?? 0) < 3) throw unbounded(plan[0] ?? '');
  const steps = database
    .prepare(`EXPLAIN ${sql}`)
    .all()
    .map((row) => stepRow.parse(row));
  const bad = steps.find(({ opcode, p4 }) => costlyOpcode.test(opcode) && !ownFunctions.has(String(p4)));
  if (bad !== undefined || steps.length > maxSteps) throw unbounded(bad?.opcode ?? String(steps.length));
  return database.prepare(sql);
}

const isScan = (step: string) => step.startsWith('SCAN');
