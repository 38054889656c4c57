import { captureIdOf, taskState } from '../life-cycle.ts';
import type { PracticeTask } from '../records.ts';
import type { NewTask, World } from '../world.ts';

const day = 86_400_000;

type Outcome = 'delivered' | 'open' | 'rejected' | 'ended' | 'received';

/** Name, project, SKU, longitude, latitude, contract, outcome. */
const places: readonly (readonly [string, string, string, number, number, number, Outcome])[] = [
  ['Europoort tanks', 'Harbour monitoring', 'TSKPOI-M', 4.16, 51.94, 0, 'delivered'],
  ['Singapore Strait rush', 'Harbour monitoring', 'TSKRSH-M.15.15', 103.9, 1.21, 0, 'delivered'],
  ['Gulf of Guinea leak', 'Offshore platforms', 'TSKRRD-M.30.30', 4.6, 4.1, 0, 'rejected'],
  ['Wadden strip map', 'Tidal flats', 'TSKARE-M', 6.3, 53.45, 0, 'open'],
  ['Po valley strips', 'Crop survey', 'TSKARE-M', 11.2, 45.0, 1, 'delivered'],
  ['La Mancha vines', 'Vineyards', 'TSKPOI-M', -3.0, 39.2, 1, 'open'],
  ['Okavango edge', 'Irrigation', 'TSKPOI-M', 22.9, -19.3, 1, 'rejected'],
  ['Kansas wheat belt', 'Crop survey', 'TSKWID-M.05.05', -98.4, 38.5, 1, 'delivered'],
  ['Chaco plots', 'Crop survey', 'TSKPOI-M', -60.4, -26.8, 1, 'received'],
  ['Thessaly flood', 'Floods', 'TSKRRD-M.15.15', 22.2, 39.5, 2, 'delivered'],
  ['Derna gorge', 'Floods', 'TSKRSH-M.30.30', 22.64, 32.76, 2, 'ended'],
];

function squareAround(longitude: number, latitude: number): number[][][] {
  const [west, east, south, north] = [longitude - 0.06, longitude + 0.06, latitude - 0.05, latitude + 0.05];
  return [
    [
      [west, north],
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ],
  ];
}

/** Adds V2 orders, archive orders and archive downloads, so that the lists of a new world are not empty. */
export function fillOrders(world: World) {
  for (const [
    index,
    [orderName, projectName, sku, longitude, latitude, contractIndex, outcome],
  ] of places.entries()) {
    const contract = world.contracts[contractIndex];
    const client = contract?.clients[0];
    if (!contract || !client) continue;
    const area = sku.startsWith('TSKARE');
    const daysAgo = outcome === 'received' ? 1 : outcome === 'open' ? 4 : 24 + index * 13;
    const start = Math.floor(world.born / day) * day - daysAgo * day;
    const level = area ? 'L1D' : 'L1D_SR';
    const geometry = area
      ? { type: 'Polygon', coordinates: squareAround(longitude, latitude) }
      : { type: 'Point', coordinates: [longitude, latitude] };
    const captures = area ? 3 : 1;
    // No pass is within an ended window; an open one still expects the captures of its later days.
    const givenEnd = outcome === 'ended' ? start + 0.03 * day : start + 14 * day;
    const task: NewTask = {
      owner: contract.contractId,
      taskName: orderName,
      projectName,
      product: area ? 178 : 169,
      client: client.name,
      priority: client.defaultPriority,
      target: geometry,
      longitude,
      latitude,
      start,
      end: givenEnd,
      expectedAge: null,
      expectedAgeMs: outcome === 'open' && !area ? 3 * day : null,
      maxCaptures: captures,
      maxSimultaneousCaptures: captures,
      createdAt: start - 1_800_000,
      cancelledAt: null,
      frozenAt:
        outcome === 'received'
          ? start + 1_800_000
          : outcome === 'open'
            ? start + 1.8 * day
            : start + 20 * day,
      fixedStatus: null,
      ordered: { sku, level, rejected: outcome === 'rejected' ? [0] : [] },
    };
    world.addOrdered(task, {
      owner: contract.contractId,
      kind: 'tasking',
      captureIndex: null,
      sku,
      orderName,
      projectName,
      geometry,
      parameters: {
        start: new Date(start).toISOString(),
        end: new Date(givenEnd).toISOString(),
        ...(task.expectedAgeMs === null ? {} : { revisit_period: 'P3D' }),
        processing_level: level,
      },
      further: {},
      level,
      createdAt: task.createdAt,
    });
  }
  for (const contract of world.contracts) fillArchive(world, contract.contractId);
}

/** Adds two downloads and one archive order of last month, and one download of this month. */
function fillArchive(world: World, owner: string) {
  const date = new Date(world.born);
  const thisMonth = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  const lastMonth = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - 1, 11, 9);
  const published = world
    .tasksOf(owner)
    .filter((task) => taskState(task, lastMonth, 1).captures.some(({ status }) => status === 'published'));
  const add = (task: PracticeTask, kind: 'archive' | 'download', createdAt: number) => {
    const sku = kind === 'archive' ? 'ARCIMG-M.15.01' : 'ARCLGD-M.15.01';
    const level = task.product === 170 ? 'L1B' : 'L1D_SR';
    const month = new Date(createdAt).toISOString().slice(0, 7);
    world.addOrder({
      owner,
      kind,
      taskId: task.taskId,
      captureIndex: 0,
      sku,
      orderName: kind === 'archive' ? `${task.taskName}, from the archive` : `${task.taskName} ${month}`,
      projectName: task.projectName,
      geometry: { type: 'Polygon', coordinates: squareAround(task.longitude, task.latitude) },
      parameters: { outcome_id: captureIdOf(task, 0), processing_level: level },
      further: {},
      level,
      createdAt,
    });
  };
  for (const task of published.slice(0, 2)) add(task, 'download', lastMonth);
  for (const task of published.slice(0, 1))
    add(task, 'download', Math.max(thisMonth, world.born - 3_600_000));
  for (const task of published.slice(1, 2)) add(task, 'archive', lastMonth);
}
