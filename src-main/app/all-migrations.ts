import { domains } from './domains.ts';

/** The tables of all domains. A user's data folder is always opened with all of them. */
export const allMigrations = Object.values(domains).flatMap(({ migrations }) => migrations);
