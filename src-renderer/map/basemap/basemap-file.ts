import world from '../../../resources/basemap/world.pmtiles?url';

/** Returns the address of the embedded map, whole, because a worker has an address of its own. */
export const basemapAddress = (): string => new URL(world, document.baseURI).href;
