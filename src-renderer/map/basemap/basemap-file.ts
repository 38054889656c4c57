import world from '../../../resources/basemap/world.pmtiles?url';

/** Returns the absolute address of the embedded map, because a worker resolves relative ones against its own address. */
export const basemapAddress = (): string => new URL(world, document.baseURI).href;
