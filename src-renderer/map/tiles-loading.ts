/**
 * The tiles that a map takes at the same time: all of a view. With OpenLayers' 16 a new style of a raster would need several frames
 * until it is shown. What tiles are read from has limits of its own: workers read two at once, servers are asked for four.
 */
export const maxTilesLoading = 64;
