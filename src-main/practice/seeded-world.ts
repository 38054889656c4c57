import { chanceOf } from './deterministic.ts';
import type { PracticeContract } from './records.ts';
import { isDaylight } from './sun.ts';
import type { NewTask } from './world.ts';

type State =
  | 'received'
  | 'in_progress'
  | 'processing'
  | 'completed'
  | 'Canceled'
  | 'failed'
  | 'rejected'
  | 'recurrent'
  | 'several';

const day = 86_400_000;

/** Name, project, longitude, latitude, contract (index, or −1 for legacy), state. */
const places: readonly (readonly [string, string, number, number, number, State])[] = [
  ['Rotterdam Maasvlakte', 'Harbour monitoring', 4.02, 51.95, 0, 'completed'],
  ['Port of Singapore', 'Harbour monitoring', 103.75, 1.26, 0, 'completed'],
  ['Valparaíso roads', 'Harbour monitoring', -71.62, -33.03, 0, 'several'],
  ['Suez anchorage', 'Harbour monitoring', 32.56, 29.93, 0, 'recurrent'],
  ['Santos estuary', 'Harbour monitoring', -46.31, -23.97, 0, 'in_progress'],
  ['Busan new port', 'Harbour monitoring', 128.79, 35.08, 0, 'processing'],
  ['Taveuni reef', 'Reef survey', -179.97, -16.85, 0, 'completed'],
  ['Rabi Island', 'Reef survey', 179.98, -16.5, 0, 'in_progress'],
  ['Great Barrier, Heron', 'Reef survey', 151.91, -23.44, 0, 'received'],
  ['Chukotka coast', 'Ice edge', 179.6, 68.9, 0, 'Canceled'],
  ['Tromsø approach', 'Ice edge', 18.9, 69.65, 0, 'completed'],
  ['Ushuaia channel', 'Ice edge', -68.3, -54.83, 0, 'failed'],
  ['Gulf of Guinea rigs', 'Offshore platforms', 4.5, 4.2, 0, 'rejected'],
  ['Campos basin', 'Offshore platforms', -40.2, -22.4, 0, 'received'],
  ['Wadden flats', 'Tidal flats', 6.2, 53.42, 0, 'several'],
  ['Beauce wheat', 'Crop survey', 1.6, 48.15, 1, 'completed'],
  ['Pampas soy', 'Crop survey', -61.9, -34.6, 1, 'completed'],
  ['Punjab rice', 'Crop survey', 75.3, 31.1, 1, 'recurrent'],
  ['Iowa corn', 'Crop survey', -93.6, 42.1, 1, 'completed'],
  ['Nile delta', 'Irrigation', 31.0, 30.9, 1, 'processing'],
  ['Murray basin', 'Irrigation', 142.2, -34.2, 1, 'in_progress'],
  ['Central Valley', 'Irrigation', -120.2, 36.9, 1, 'Canceled'],
  ['Ebro valley', 'Vineyards', -1.1, 41.7, 1, 'completed'],
  ['Stellenbosch', 'Vineyards', 18.86, -33.93, 1, 'received'],
  ['Mendoza', 'Vineyards', -68.85, -33.0, 1, 'several'],
  ['Ukrainian steppe', 'Crop survey', 32.6, 47.2, 1, 'received'],
  ['Mato Grosso', 'Crop survey', -55.9, -12.9, 1, 'completed'],
  ['Attica burn scar', 'Wildfire recovery', 23.8, 38.2, 2, 'completed'],
  ['Paradise, north ridge', 'Wildfire recovery', -121.6, 39.77, 2, 'several'],
  ['Lismore flood plain', 'Floods', 153.28, -28.81, 2, 'completed'],
  ['Sylhet haor', 'Floods', 91.87, 24.9, 2, 'in_progress'],
  ['Beira coast', 'Floods', 34.87, -19.84, 2, 'processing'],
  ['Hatay rubble sites', 'Earthquake', 36.16, 36.2, 2, 'completed'],
  ['Noto peninsula', 'Earthquake', 136.9, 37.4, 2, 'Canceled'],
  ['Merapi flank', 'Volcano', 110.45, -7.54, 2, 'recurrent'],
  ['La Palma', 'Volcano', -17.87, 28.6, 2, 'received'],
  ['Grindavík', 'Volcano', -22.43, 63.84, 2, 'failed'],
  ['Black Forest plot', 'Old archive', 8.2, 48.0, -1, 'completed'],
  ['Kiruna mine', 'Old archive', 20.2, 67.85, -1, 'in_progress'],
  ['Atacama salt', 'Old archive', -68.3, -23.5, -1, 'completed'],
  ['Kruger camp', 'Old archive', 31.6, -24.0, -1, 'Canceled'],
  ['Białowieża', 'Baseline', 23.86, 52.7, 3, 'completed'],
];

/** How long after the start of the survey period (days) a task of this state stays unchanged. */
const frozenAfterDays: Record<State, number> = {
  received: 0.05,
  in_progress: 0.1,
  processing: 0,
  completed: 20,
  Canceled: 3,
  failed: 20,
  rejected: 1,
  recurrent: 9,
  several: 4.9,
};

/**
 * Returns the midnight at which the survey period of a seeded task starts, long enough ago for its state. In polar night nothing
 * is captured, so another start is drawn there.
 */
function startInDaylight(of: {
  seed: number;
  born: number;
  index: number;
  longitude: number;
  latitude: number;
  state: State;
}): number {
  const today = Math.floor(of.born / day) * day;
  const draw = (...key: (string | number)[]) =>
    today -
    Math.round(frozenAfterDays[of.state] + 10 + chanceOf(of.seed, 'start', of.index, ...key) * 250) * day;
  const isLight = (start: number) =>
    [10, 14].every((localHour) =>
      isDaylight(of.longitude, of.latitude, start + ((localHour - of.longitude / 15 + 24) / 24) * day),
    );
  let start = draw();
  for (let attempt = 1; !isLight(start) && attempt < 100; attempt += 1) start = draw(attempt);
  return start;
}

/** Returns about forty tasks around the globe in all states, so that the lists of a new world are not empty. */
export function seededTasks(seed: number, born: number, contracts: readonly PracticeContract[]): NewTask[] {
  return places.map(([taskName, projectName, longitude, latitude, contractIndex, state], index) => {
    const contract = contracts[contractIndex];
    const clients = contract?.clients ?? [{ name: 'legacy-account', defaultPriority: 50 }];
    const client = clients[index % clients.length];
    const start = startInDaylight({ seed, born, index, longitude, latitude, state });
    const recurrent = state === 'recurrent';
    // One hour after the first pass, which is at 10:30 or 13:45 local time, the capture is in processing.
    const firstPass = start + (((12.2 - longitude / 15 + 48) % 24) / 24) * day;
    const frozenAt = state === 'processing' ? firstPass + 0.09 * day : start + frozenAfterDays[state] * day;
    return {
      owner: contract?.contractId ?? 'legacy',
      taskName,
      projectName,
      product: index % 3 === 1 ? 170 : 169,
      client: client?.name ?? 'legacy-account',
      priority: client?.defaultPriority ?? 50,
      target: { type: 'Point', coordinates: [longitude, latitude, 0] },
      longitude,
      latitude,
      start,
      end: start + (recurrent ? 30 : 14) * day,
      expectedAge: recurrent ? '3 days, 00:00:00' : null,
      expectedAgeMs: recurrent ? 3 * day : null,
      maxCaptures: state === 'several' ? 3 : 1,
      maxSimultaneousCaptures: state === 'several' ? 4 : 1,
      createdAt: start - 3_600_000,
      cancelledAt: state === 'Canceled' ? start + day : null,
      frozenAt,
      fixedStatus: state === 'failed' || state === 'rejected' ? state : null,
    };
  });
}
