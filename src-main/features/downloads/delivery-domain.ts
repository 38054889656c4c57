import { unpackMigrations } from './archives/unpack-table.ts';
import { deliveryMigrations } from './queue/delivery-migrations.ts';
import { rulesMigrations } from './rules/rules-table.ts';

/** The tables of downloads, of their rules and of unpacked archives. */
export const deliveryDomain = {
  migrations: [...deliveryMigrations, ...rulesMigrations, ...unpackMigrations],
};
