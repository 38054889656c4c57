import i18next, { type TFunction } from 'i18next';
import type { Scope, SubmissionId } from '../../../src-preload/contract/ids.ts';
import {
  type Command,
  type CommandOrder,
  type CommandState,
  commandKindSchema,
  commandStateSchema,
} from '../../../src-preload/contract/outbox.ts';
import type { AttributeValue, ExportedFeature, ExportedGeometry } from '../../formats/exported-feature.ts';
import type { MainClient } from '../../kit/client/connect.ts';
import type { ExportSource, OutputColumn } from '../../kit/export/list-export.ts';
import { type ReadPage, readListed } from '../../kit/export/read-listed.ts';
import { formatRecurrence } from '../../kit/i18n/format.ts';
import { windowOf } from './command-words.ts';

/** Commands contain whole areas, so a message holds fewer of them than rows of other lists. */
const pageRows = 100;

const columnsOf = (t: TFunction): OutputColumn[] => [
  {
    key: 'kind',
    label: t('label.type'),
    type: 'text',
    wordOf(value) {
      const kind = commandKindSchema.safeParse(value).data;
      if (kind === 'task' || kind === 'order') return t(`label.${kind}`);
      return kind === undefined ? String(value) : t('export.cancellation');
    },
  },
  {
    key: 'state',
    label: t('label.status'),
    type: 'text',
    wordOf(value) {
      const state = commandStateSchema.safeParse(value).data;
      return state === undefined ? String(value) : t(`outbox.state.${state}`);
    },
  },
  { key: 'project', label: t('label.project'), type: 'text', isOnSheet: true },
  { key: 'product', label: t('label.product'), type: 'text', isOnSheet: true },
  { key: 'sku', label: t('label.sku'), type: 'text' },
  { key: 'start_at', label: t('label.start'), type: 'time', isOnSheet: true },
  { key: 'end_at', label: t('label.end'), type: 'time', isOnSheet: true },
  { key: 'client', label: t('label.client'), type: 'text' },
  { key: 'priority', label: t('label.priority'), type: 'real' },
  {
    key: 'recurrence',
    label: t('tasks.field.expectedAge'),
    type: 'text',
    wordOf: (value) => formatRecurrence(i18next.language, String(value)),
  },
  { key: 'captures', label: t('label.captures'), type: 'integer' },
  { key: 'contract', label: t('label.contract'), type: 'text' },
  { key: 'created_at', label: t('label.created'), type: 'time' },
  { key: 'remote_id', label: t('outbox.became'), type: 'text' },
];

function geometryOf({ input }: Command): ExportedGeometry | null {
  if (input.kind === 'cancel-task') return null;
  if (input.kind === 'task') return { kind: 'point', at: input.request.target.coordinates };
  const { geometry } = input.request;
  if (geometry.type === 'Polygon')
    return {
      kind: 'area',
      polygons: [geometry.coordinates.map((ring) => ring.map(([x, y]) => [x, y] as const))],
    };
  const [longitude, latitude, altitude] = geometry.coordinates;
  return {
    kind: 'point',
    at: altitude === undefined ? [longitude, latitude] : [longitude, latitude, altitude],
  };
}

/** Returns the values that only tasks or only orders have. */
function requestOf({ input, taskName }: Command, product: string | null) {
  if (input.kind === 'cancel-task') return { name: taskName ?? '', attributes: {} };
  if (input.kind === 'order') {
    const { order_name, project_name, sku } = input.request.properties;
    return { name: order_name, attributes: { project: project_name, sku } };
  }
  const { task_name, project_name, ...request } = input.request;
  const attributes: Record<string, AttributeValue> = {
    project: project_name,
    product: product ?? String(request.product),
    client: request.client ?? null,
    priority: request.priority ?? null,
    recurrence: request.expected_age ?? null,
    captures: request.max_captures ?? null,
  };
  return { name: task_name, attributes };
}

/** Returns a command as a feature of an exported file. */
function toFeature(command: Command, product: string | null): ExportedFeature {
  const { name, attributes } = requestOf(command, product);
  const { start, end } = windowOf(command);
  return {
    name,
    notes: '',
    attributes: {
      kind: command.input.kind,
      state: command.state,
      ...attributes,
      start_at: start,
      end_at: end,
      contract: command.contractName ?? command.scope.contractId,
      created_at: command.createdAt,
      remote_id: command.remoteId,
    },
    geometry: geometryOf(command),
  };
}

interface CommandSourceOptions {
  t: TFunction;
  client: MainClient;
  terms: { scope: Scope | null; states: CommandState[]; order: CommandOrder };
  total: number;
  chosen: ReadonlySet<SubmissionId>;
  productOf: (command: Command) => string | null;
}

/** Returns the outbox as currently listed, as the source of a file or a field sheet. */
export function commandSource(options: CommandSourceOptions): ExportSource {
  const { t, client, terms, total, chosen, productOf } = options;
  const toFeatures = async (commands: readonly Command[]) =>
    commands.map((command) => toFeature(command, productOf(command)));

  async function* readChosen(signal: AbortSignal): AsyncGenerator<ReadPage> {
    const ids = [...chosen];
    for (let at = 0; at < ids.length; at += pageRows) {
      const commands = await client.outbox.get({ ids: ids.slice(at, at + pageRows) }, { signal });
      yield {
        features: await toFeatures(commands),
        read: Math.min(at + pageRows, ids.length),
        total: ids.length,
      };
    }
  }

  return {
    layer: 'outbox',
    title: t('shell.workspace.outbox'),
    columns: columnsOf(t),
    folderColumn: 'project',
    hasNotes: false,
    counts: { listed: total, selected: chosen.size },
    places: null,
    pages: (rows, signal) =>
      rows === 'selected'
        ? readChosen(signal)
        : readListed({
            pageRows,
            signal,
            toFeatures,
            load: (range) => client.outbox.list({ ...terms, ...range }, { signal }),
            keyOf: ({ id }) => id,
          }),
  };
}
