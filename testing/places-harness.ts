import { placesDomain } from '../src-main/features/places/places-domain.ts';
import { openTestStore } from './open-test-store.ts';
import { createPlacesWorld } from './places-world.ts';

/** Places over a real database in a folder of its own. */
export const createPlacesHarness = () => createPlacesWorld(openTestStore(placesDomain.migrations));

/** Places over a real database. */
export type PlacesHarness = ReturnType<typeof createPlacesHarness>;
