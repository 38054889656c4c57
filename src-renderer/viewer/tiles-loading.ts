/**
 * The maximum number of tiles that a map loads at the same time, which is all of a view. With OpenLayers' 16 a new style of a
 * raster would need several frames until it is shown. The sources of tiles have lower limits: workers read two at once, and four
 * are requested from servers.
 */
export const maxTilesLoading = 64;
