import type { AnsweredCall, AnswerPlan } from './answers-plan.ts';

type Random = () => number;

const below = (random: Random, limit: number) => Math.floor(random() * limit);

/** JSON of anything that a service might say where something else is due; some of it JSON can only just hold. */
export function rubbish(random: Random, deepest = 20_000): string {
  const depth = below(random, 40) === 0 ? deepest : Math.min(60, deepest);
  const texts = [
    'null',
    'true',
    '0',
    '-0',
    '1e999',
    '-1',
    '1.5',
    '9007199254740993',
    '""',
    '" "',
    '[]',
    '{}',
    '[[]]',
    '"\\ud800"',
    '"\\u0000"',
    '"__proto__"',
    '{"__proto__":{"x":1}}',
    '{"constructor":null}',
    '[null,null]',
    '"::::"',
    '"https://evil.invalid/next"',
    '"?offset=0"',
    '"/v2/orders?offset=-1&limit=x"',
    '"javascript:1"',
    '{"type":"Point","coordinates":["a",{}]}',
    '{"type":"Polygon","coordinates":[[[1e400,2]]]}',
    '"0000-13-45T99:99"',
    `"${'x'.repeat(below(random, 30) === 0 ? 200_000 : 300)}"`,
    `"${' \\t'.repeat(below(random, 30) === 0 ? 40_000 : 40)}"`,
    `"${'eyJ-'.repeat(200)}"`,
    `${'['.repeat(depth)}${']'.repeat(depth)}`,
    `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    `[${Array.from({ length: below(random, 30) === 0 ? 20_000 : 9 }, (_, at) => at).join(',')}]`,
  ];
  return texts[below(random, texts.length)] ?? 'null';
}

const identifiers: Record<AnsweredCall, string | null> = {
  token: 'access_token',
  contracts: 'contract_id',
  products: 'pk',
  clients: 'name',
  tasks: 'task_id',
  task: 'task_id',
  captures: 'capture_id',
  scenes: 'scene_id',
  orders: 'order_id',
  order: 'order_id',
  'order captures': 'capture_id',
  'order deliverables': 'deliverable_id',
  deliverables: 'deliverable_id',
  events: null,
  'submitted task': 'task_id',
  'submitted order': 'order_id',
  'cancelled task': 'task_id',
};
const numbered = new Set<AnsweredCall>(['products', 'tasks', 'task', 'submitted task', 'cancelled task']);
const optional = [
  'task_name',
  'project_name',
  'product',
  'start',
  'end',
  'priority',
  'client',
  'target',
  'created_time',
  'status',
  'expected_age',
  'max_captures',
  'satellite_name',
  'fragment_id',
  'timestamp',
  'footprint',
  'metadata',
  'supplier',
  'rasters',
  'attachments',
  'bands',
  'last_modified',
  'archive_configuration',
  'tasking_configuration',
  'geometry',
  'parameters',
  'created_at',
  'updated_at',
  'sku',
  'captures',
  'deliverables',
  'events',
  'assets',
  'quantity',
  'unit',
  'delivered_at',
  'capture_id',
  'scene_id',
  'order',
  'max_priority',
  'min_priority',
  'default_priority',
];

/** What marks a row that must be read: kept with its raw JSON. */
export const markOf = (row: number) => `good-${row}`;

const longestText = 500_000;

/** So many bytes, in texts that are each within what one text may be. */
function paddingOf(bytes: number): string {
  const texts = Array.from({ length: Math.ceil(bytes / longestText) }, (_, at) =>
    'p'.repeat(Math.min(longestText, bytes - at * longestText)),
  );
  return JSON.stringify(texts);
}

/** As deep as what is kept may be; what is deeper is no row. */
const bearableDepth = 8;

/** JSON of a row whose identifier is sound; whatever else it has may be anything at all. */
export function goodRow(plan: AnswerPlan, row: number, random: Random): string {
  const { call } = plan;
  const made: Record<string, string> = {};
  const set = (name: string, value: string | number) => {
    made[name] = JSON.stringify(value);
  };
  for (const name of optional) if (random() < 0.15) made[name] = rubbish(random, bearableDepth);
  const identifier = identifiers[call];
  if (call === 'clients') set('name', markOf(row));
  else if (identifier !== null) set(identifier, numbered.has(call) ? row + 1 : markOf(row));
  if (call === 'deliverables' || call === 'order deliverables') set('order', '000001');
  if (call === 'events') {
    set('time', '2026-01-01T00:00:00Z');
    set('kind', markOf(row));
  }
  set('fuzz_mark', markOf(row));
  made.padding = paddingOf(plan.padding);
  return `{${Object.entries(made)
    .map(([name, text]) => `"${name}":${text}`)
    .join(',')}}`;
}

/** JSON of a row that nobody can read, or of one that tempts to be read. */
export function rubbishRow(call: AnsweredCall, random: Random): string {
  const identifier = identifiers[call] ?? 'kind';
  return random() < 0.4
    ? rubbish(random)
    : `{"${identifier}":${rubbish(random)},"status":${rubbish(random)}}`;
}
