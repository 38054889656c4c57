import type { Migration, Store } from '../../store/store.ts';
import { createTimeSource, type TimeSource } from '../../store/time-source.ts';

export const sceneTimesMigrations: Migration[] = [
  {
    domain: 'library-times',
    version: 1,
    sql: 'CREATE INDEX scene_of_scope ON scene (connection_id, contract_id, taken_at, project);',
  },
];

/** The centre of a box that crosses the antimeridian may be beyond 180. */
const middle = '(own.west + own.east) / 2';

/** Returns the time source of scenes, by acquisition time. */
export function sceneTimeSources(store: Store): TimeSource[] {
  return [
    createTimeSource(store, {
      kind: 'scene',
      subject: 'scene',
      lean: 'scene AS own',
      full: 'scene AS own',
      at: 'own.taken_at',
      where: '1',
      columns: {
        key: `'s' || own.id`,
        id: 'own.id',
        name: 'coalesce(own.task_name, own.scene_id)',
        project: `coalesce(own.project, '')`,
        status: `coalesce(own.product_name, '')`,
        longitude: `CAST(round((CASE WHEN ${middle} > 180 THEN ${middle} - 360 ELSE ${middle} END) * 1e6) AS INTEGER)`,
        latitude: 'CAST(round((own.south + own.north) / 2 * 1e6) AS INTEGER)',
      },
    }),
  ];
}
