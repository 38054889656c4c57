import type { OrderRequest } from '../../../src-preload/contract/order-request.ts';
import type { CommandInput } from '../../../src-preload/contract/outbox.ts';
import type { PlaceGeometry } from '../../../src-preload/contract/place-geometry.ts';
import type { CheckedCommand, PreparedValues } from '../../../src-preload/contract/prepared.ts';
import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import { checkExisting, checkRepeated } from './checks/check-existing.ts';
import { checkFarPlaces, checkZero } from './checks/check-place.ts';
import type { CheckContext, CheckedRequest } from './checks/check-types.ts';
import { checkSun, checkWindow } from './checks/check-window.ts';
import { middleOf } from './prepared-image.ts';

const noValues: PreparedValues = {
  name: '',
  project: '',
  product: null,
  sku: '',
  start: null,
  end: null,
  client: null,
  priority: null,
  everyMinutes: null,
  maxCaptures: null,
  maxSimultaneous: null,
  processingLevel: '',
  unread: {},
};

/** Returns a GeoJSON geometry of a request as that of a row. */
function geometryOf(geometry: TaskRequest['target'] | OrderRequest['geometry']): PlaceGeometry {
  if (geometry.type === 'Polygon')
    return {
      kind: 'area',
      rings: geometry.coordinates.map((ring) => ring.map(([longitude, latitude]) => [longitude, latitude])),
    };
  const [longitude, latitude, altitudeMetres = null] = geometry.coordinates;
  return { kind: 'point', longitude, latitude, altitudeMetres };
}

/** Returns the values of a request that the checks compare; null for a cancellation, which orders nothing. */
function valuesOf(input: CommandInput) {
  if (input.kind === 'task') {
    const { task_name: name, project_name: project, product, start, end, target } = input.request;
    const values: PreparedValues = { ...noValues, name, project, product, start, end };
    return { values, geometry: geometryOf(target), ordered: String(product), outcomeId: null };
  }
  if (input.kind !== 'order') return null;
  const { geometry, properties } = input.request;
  const { order_name: name, project_name: project, sku, parameters } = properties;
  const { start = null, end = null, outcome_id: outcomeId = null } = parameters;
  const values: PreparedValues = { ...noValues, name, project, sku, start, end };
  return { values, geometry: geometryOf(geometry), ordered: sku, outcomeId };
}

/** Returns a command as the checks see it, or nothing for a cancellation. */
function checkedOf(input: CommandInput, index: number): CheckedRequest[] {
  const read = valuesOf(input);
  if (read === null) return [];
  const { values, geometry, ordered, outcomeId } = read;
  return [
    {
      index,
      image: {
        kind: input.kind === 'task' ? 'task' : 'order',
        geometry,
        positionText: null,
        missing: [],
        values,
        base: values,
      },
      at: middleOf({ geometry }),
      startMs: Date.parse(values.start ?? ''),
      endMs: Date.parse(values.end ?? ''),
      ordered,
      outcomeId,
      input,
    },
  ];
}

/**
 * Checks commands that are about to be sent by the checks of prepared rows: their places, their windows, against each other, and
 * against what is known of the contract. Products, clients and other values are not checked, because the form has done that.
 */
export function checkCommands(inputs: readonly CommandInput[], context: CheckContext): CheckedCommand[] {
  const requests = inputs.flatMap(checkedOf);
  const far = checkFarPlaces(requests);
  const repeated = checkRepeated(requests);
  return requests.flatMap((request) => {
    const amongThem = [far.get(request), repeated.get(request)].filter((issue) => issue !== undefined);
    const issues = [
      ...checkZero(request),
      ...checkWindow(request, context),
      ...amongThem,
      ...checkExisting(request, context),
      ...checkSun(request),
    ];
    const { index, image } = request;
    if (issues.length === 0) return [];
    return [{ index, name: image.values.name, issues: issues.map((issue) => ({ ...issue, mend: null })) }];
  });
}
