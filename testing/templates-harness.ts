import { allMigrations } from '../src-main/app/all-migrations.ts';
import { openTestStore } from './open-test-store.ts';
import { createTemplatesWorld } from './templates-world.ts';

/** Templates and prepared rows over a real database in a folder of its own. */
export const createTemplatesHarness = () => createTemplatesWorld({ opened: openTestStore(allMigrations) });

/** Templates and prepared rows over a real database. */
export type TemplatesHarness = ReturnType<typeof createTemplatesHarness>;
