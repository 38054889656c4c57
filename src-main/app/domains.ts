import type { Implementer } from '../core/implementer.ts';
import { contractMigrations } from '../features/connections/contracts.ts';
import { deliveryDomain } from '../features/downloads/delivery-domain.ts';
import { sceneImportsMigrations } from '../features/imports/tables.ts';
import { diskUseDomain } from '../features/library/disk-use/disk-use-domain.ts';
import { libraryFoldersMigrations } from '../features/library/folders/folders-table.ts';
import { checkScheduleMigrations } from '../features/library/holdings/check-schedule-table.ts';
import { holdingsMigrations } from '../features/library/holdings/holdings-tables.ts';
import { libraryDomain } from '../features/library/library-domain.ts';
import { mapsMigrations } from '../features/maps/tables.ts';
import { ordersDomain } from '../features/orders/orders-domain.ts';
import { outboxDomain } from '../features/outbox/outbox-domain.ts';
import { handoverMigrations } from '../features/packages/tables.ts';
import { placesDomain } from '../features/places/places-domain.ts';
import { reviewsDomain } from '../features/reviews/reviews-domain.ts';
import { viewsMigrations } from '../features/settings/views/tables.ts';
import { taskingDomain } from '../features/tasks/tasking-domain.ts';
import { trackingMigrations } from '../features/timeline/tracking/tables.ts';
import { billsMigrations } from '../features/usage/tables.ts';
import { rasterStylesMigrations } from '../features/viewer/raster-styles/tables.ts';
import type { ListQueryOptions } from '../store/async-queries.ts';
import type { Migration } from '../store/store.ts';
import { createGeopackageModule } from './geopackage.ts';
import { createRasterStylesModule } from './raster-styles.ts';
import { sharingDomain } from './sharing-domain.ts';
import { templatesDomain } from './templates-domain.ts';
import { timelineDomain } from './timeline-domain.ts';
import { createUsageModule } from './usage.ts';
import { createViewsModule } from './views.ts';

/** An entry of `domains`. */
interface Domain {
  /** Its tables. None is ever removed from the list, because a data folder is opened with all of them. */
  migrations: readonly Migration[];
  /**
   * Creates the queries of its lists and maps. They may read a hundred thousand rows, so they run in the thread of
   * `list-reader-worker.ts` on a read-only connection; they return plain data that can be cloned. The rest of the application calls
   * them as `lists`, under the name of the domain.
   */
  listQueries?(options: ListQueryOptions): object;
  /**
   * Creates a module that needs no other one, with the options that `create-modules.ts` passes. Modules that need each other are
   * created there by name.
   */
  createModule?(options: never): {
    /** Returns the procedures, by domain of the contract. */
    procedures?(os: Implementer): Readonly<Record<string, object>>;
    /** Called when Nadir closes; a promise is awaited. */
    close?(): unknown;
  };
}

/**
 * The domains with tables, one line each. The list reader's thread loads them too, so they import neither the service nor anything
 * else that is large. The order is that of the migrations, and that in which modules receive an event.
 */
export const domains = {
  session: { migrations: contractMigrations },
  tasking: taskingDomain,
  outbox: outboxDomain,
  orders: ordersDomain,
  library: libraryDomain,
  delivery: deliveryDomain,
  holdings: { migrations: [...holdingsMigrations, ...checkScheduleMigrations] },
  libraryFolders: { migrations: libraryFoldersMigrations },
  diskUse: diskUseDomain,
  sceneImports: { migrations: sceneImportsMigrations },
  sharing: sharingDomain,
  bills: { migrations: billsMigrations, createModule: createUsageModule },
  geopackage: { migrations: [], createModule: createGeopackageModule },
  timeline: timelineDomain,
  tracking: { migrations: trackingMigrations },
  places: placesDomain,
  templates: templatesDomain,
  maps: { migrations: mapsMigrations },
  handover: { migrations: handoverMigrations },
  views: { migrations: viewsMigrations, createModule: createViewsModule },
  reviews: reviewsDomain,
  rasterStyles: { migrations: rasterStylesMigrations, createModule: createRasterStylesModule },
} satisfies Record<string, Domain>;
