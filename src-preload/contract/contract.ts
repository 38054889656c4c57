import { activityContract } from './activity.ts';
import { appContract } from './app.ts';
import { billsContract } from './bills.ts';
import { connectionsContract, contractsContract } from './connections.ts';
import { deliveryContract } from './delivery.ts';
import { diskUseContract } from './disk-use.ts';
import { feasibilityContract } from './feasibility.ts';
import { geopackageContract } from './geopackage.ts';
import { handoverContract } from './handover.ts';
import { holdingsContract } from './holdings.ts';
import { libraryContract } from './library.ts';
import { libraryFoldersContract } from './library-folders.ts';
import { mapsContract } from './maps.ts';
import { ordersContract } from './orders.ts';
import { outboxContract } from './outbox.ts';
import { placesContract } from './places.ts';
import { preparedContract } from './prepared.ts';
import { rasterStylesContract } from './raster-styles.ts';
import { reviewsContract } from './reviews.ts';
import { rulesContract } from './rules.ts';
import { sceneImportsContract } from './scene-imports.ts';
import { settingsContract } from './settings.ts';
import { sharingContract } from './sharing.ts';
import { takeawayContract } from './takeaway.ts';
import { taskingContract } from './tasking.ts';
import { templatesContract } from './templates.ts';
import { timelineContract } from './timeline.ts';
import { trackingContract } from './tracking.ts';
import { viewsContract } from './views.ts';

/** All procedures between the renderer and the main process. */
export const contract = {
  app: appContract,
  settings: settingsContract,
  connections: connectionsContract,
  contracts: contractsContract,
  tasking: taskingContract,
  feasibility: feasibilityContract,
  orders: ordersContract,
  outbox: outboxContract,
  library: libraryContract,
  delivery: deliveryContract,
  geopackage: geopackageContract,
  rules: rulesContract,
  activity: activityContract,
  bills: billsContract,
  places: placesContract,
  templates: templatesContract,
  prepared: preparedContract,
  timeline: timelineContract,
  tracking: trackingContract,
  maps: mapsContract,
  handover: handoverContract,
  holdings: holdingsContract,
  libraryFolders: libraryFoldersContract,
  diskUse: diskUseContract,
  sceneImports: sceneImportsContract,
  sharing: sharingContract,
  views: viewsContract,
  rasterStyles: rasterStylesContract,
  takeaway: takeawayContract,
  reviews: reviewsContract,
};
