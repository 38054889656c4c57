import { billsMigrations } from '../bills/tables.ts';
import { unpackMigrations } from '../delivery/archives/unpack-table.ts';
import { deliveryMigrations } from '../delivery/queue/delivery-migrations.ts';
import { rulesMigrations } from '../delivery/rules/rules-table.ts';
import { sceneAssetsMigrations } from '../library/scene-assets-table.ts';
import { sceneTimesMigrations } from '../library/scene-times.ts';
import { libraryMigrations } from '../library/tables.ts';
import { orderTimesMigrations } from '../orders/order-times.ts';
import { ordersMigrations } from '../orders/tables.ts';
import { outboxMigrations } from '../outbox/tables.ts';
import { contractMigrations } from '../session/contracts.ts';
import { taskingMigrations } from '../tasking/tables.ts';
import { taskTimesMigrations } from '../tasking/task-times.ts';
import { trackingMigrations } from '../tracking/tables.ts';

/** The tables of all domains. A user's data folder is always opened with all of them. */
export const allMigrations = [
  ...contractMigrations,
  ...taskingMigrations,
  ...outboxMigrations,
  ...ordersMigrations,
  ...libraryMigrations,
  ...sceneAssetsMigrations,
  ...deliveryMigrations,
  ...rulesMigrations,
  ...unpackMigrations,
  ...billsMigrations,
  ...taskTimesMigrations,
  ...orderTimesMigrations,
  ...sceneTimesMigrations,
  ...trackingMigrations,
];
