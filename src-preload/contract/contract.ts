import type { z } from 'zod';
import { activityDomain } from './activity.ts';
import { appDomain } from './app.ts';
import { billsDomain } from './bills.ts';
import { connectionsDomain, contractsDomain } from './connections.ts';
import { deliveryDomain } from './delivery.ts';
import { diskUseDomain } from './disk-use.ts';
import { feasibilityDomain } from './feasibility.ts';
import { geopackageDomain } from './geopackage.ts';
import { handoverDomain } from './handover.ts';
import { holdingsDomain } from './holdings.ts';
import type { ConnectionId } from './ids.ts';
import { libraryDomain } from './library.ts';
import { libraryFoldersDomain } from './library-folders.ts';
import { mapsDomain } from './maps.ts';
import { openedFilesDomain } from './opened-files.ts';
import { ordersDomain } from './orders.ts';
import { outboxDomain } from './outbox.ts';
import { placesDomain } from './places.ts';
import { preparedDomain } from './prepared.ts';
import { rasterStylesDomain } from './raster-styles.ts';
import { reviewsDomain } from './reviews.ts';
import { rulesDomain } from './rules.ts';
import { sceneImportsDomain } from './scene-imports.ts';
import { settingsDomain } from './settings.ts';
import { sharingDomain } from './sharing.ts';
import { takeawayDomain } from './takeaway.ts';
import { taskingDomain } from './tasking.ts';
import { templatesDomain } from './templates.ts';
import { timelineDomain } from './timeline.ts';
import { trackingDomain } from './tracking.ts';
import { updatesDomain } from './updates.ts';
import { viewsDomain } from './views.ts';

/** Every domain, one line each. The page knows the types of this only, so it loads no schema that it does not use. */
const domains = {
  app: appDomain,
  settings: settingsDomain,
  connections: connectionsDomain,
  contracts: contractsDomain,
  tasking: taskingDomain,
  feasibility: feasibilityDomain,
  orders: ordersDomain,
  outbox: outboxDomain,
  library: libraryDomain,
  delivery: deliveryDomain,
  geopackage: geopackageDomain,
  rules: rulesDomain,
  activity: activityDomain,
  bills: billsDomain,
  places: placesDomain,
  templates: templatesDomain,
  prepared: preparedDomain,
  timeline: timelineDomain,
  tracking: trackingDomain,
  maps: mapsDomain,
  handover: handoverDomain,
  holdings: holdingsDomain,
  libraryFolders: libraryFoldersDomain,
  diskUse: diskUseDomain,
  sceneImports: sceneImportsDomain,
  sharing: sharingDomain,
  views: viewsDomain,
  rasterStyles: rasterStylesDomain,
  takeaway: takeawayDomain,
  reviews: reviewsDomain,
  updates: updatesDomain,
  openedFiles: openedFilesDomain,
};
type Domains = typeof domains;
type Domain = Domains[keyof Domains];

type Contract = { [D in keyof Domains]: Domains[D]['procedures'] };

function proceduresOf(all: Domains): Contract;
function proceduresOf(all: Record<string, Domain>) {
  return Object.fromEntries(Object.entries(all).map(([name, { procedures }]) => [name, procedures]));
}

/** All procedures between the renderer and the main process. */
export const contract = proceduresOf(domains);

type TopicsOf<D> = D extends { topics: readonly (infer T extends string)[] } ? T : never;
/** A part of the local store that has changed; the page reads again what it asked of that part. */
export type ChangeTopic = TopicsOf<Domain>;
/**
 * Reports that a topic has changed. It carries no data; `connectionId` is null if the change concerns all
 * connections.
 */
export interface Change {
  topic: ChangeTopic;
  connectionId: ConnectionId | null;
}
/** All topics. */
export const changeTopics: readonly ChangeTopic[] = Object.values(domains).flatMap((domain) =>
  'topics' in domain ? domain.topics : [],
);

type SubjectsOf<D> = D extends { subjects: infer S } ? S : never;
type KeysOf<S> = S extends unknown ? { [Name in keyof S]: z.infer<S[Name]> } : never;
type Joined<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void
  ? All
  : never;
/** The kinds of objects that the page selects, each with the key of its objects. */
export type SubjectKeys = Joined<KeysOf<SubjectsOf<Domain>>>;
