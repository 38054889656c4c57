import { z } from 'zod';
import type { ConnectionId, LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { Store } from '../../store/store.ts';

/**
 * The interface does not say whether the clouds of a scene are a share or in percent (service §2.9), so the numbers of a connection must
 * tell. One above 1 is a percentage, and so are all others of that service. This many from 0 to 1 and none above are shares.
 */
const enoughShares = 30;

const mostSchema = z.object({ most: z.number().nullable() });
const countSchema = z.object({ count: z.number() });

/** What the stated clouds of a connection are; `unknown` while they do not tell. */
type CloudScale = 'percent' | 'share' | 'unknown';

/** The SQL of stated clouds in percent, by scale; a rounded product, because 0.29 * 100 is not 29. */
const percentSql: Record<CloudScale, string> = {
  percent: 'cloud_stated',
  share: 'round(cloud_stated * 100, 6)',
  unknown: 'NULL',
};

/** The statements that add what a service states, and compute the clouds of the scenes that were stored before. */
export const cloudMigrationSql = `
  ALTER TABLE scene ADD COLUMN cloud_stated REAL;
  UPDATE scene SET cloud_stated = cloud_cover WHERE connection_id <> 'imported' AND cloud_cover IS NOT NULL;
  CREATE INDEX scene_clouds ON scene (connection_id, cloud_stated) WHERE cloud_stated > 0;
  UPDATE scene SET cloud_cover = CASE WHEN count >= ${enoughShares} THEN ${percentSql.share} END
    FROM (SELECT connection_id AS id, max(cloud_stated) AS most, count(*) AS count FROM scene WHERE cloud_stated > 0 GROUP BY 1) AS totals
    WHERE scene.connection_id = totals.id AND scene.cloud_stated > 0 AND most <= 1;`;

/** Returns a number that can be a cloud cover, as the service states it; null for anything else. */
export const statedClouds = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= 100 ? value : null;

/**
 * Creates the functions that compute the clouds of scenes in percent from what the service states. They stay unknown while the numbers of
 * a connection do not tell what they are; once they do, the scenes before follow.
 */
export function createCloudScale(store: Store) {
  function scaleOf(connectionId: ConnectionId): CloudScale {
    const row = store.get(
      mostSchema,
      'SELECT max(cloud_stated) AS most FROM scene WHERE connection_id = :connectionId AND cloud_stated > 0',
      { connectionId },
    );
    if ((row?.most ?? 0) > 1) return 'percent';
    const counted = store.get(
      countSchema,
      `SELECT count(*) AS count FROM
         (SELECT 1 FROM scene WHERE connection_id = :connectionId AND cloud_stated > 0 LIMIT ${enoughShares})`,
      { connectionId },
    );
    return (counted?.count ?? 0) >= enoughShares ? 'share' : 'unknown';
  }

  return {
    scaleOf,
    /** Computes the clouds of a scene that was just stored, and those of all others if the scale is not that of `before` any more. */
    update(connectionId: ConnectionId, id: LibrarySceneId, before: CloudScale) {
      const scale = scaleOf(connectionId);
      const percent = percentSql[scale];
      store.run(
        `UPDATE scene SET cloud_cover = CASE WHEN cloud_stated > 0 THEN ${percent} ELSE cloud_stated END WHERE id = :id`,
        { id },
      );
      if (scale !== before)
        store.run(
          `UPDATE scene SET cloud_cover = ${percent} WHERE connection_id = :connectionId AND cloud_stated > 0`,
          { connectionId },
        );
    },
  };
}
