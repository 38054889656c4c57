import { type BandScale, type Ends, scaledStretch, together } from './band-scales.ts';
import { naturalBands } from './raster-bands.ts';

/** A band that is drawn as red, green or blue, with its values that are drawn dark and bright. */
export interface NaturalChannel {
  band: number;
  ends: Ends;
}

interface NaturalRaster {
  bands: readonly string[];
  stretch: readonly (readonly [number, number])[];
  scales: readonly (BandScale | null)[];
}

/**
 * Returns the three channels of the first view of a raster, in values as the file declares them. They share one range of values: stretched
 * one by one, a channel is as bright as the others wherever it has less, and fields and water get colours that they do not have.
 */
export function naturalChannels({ bands, stretch, scales }: NaturalRaster): NaturalChannel[] {
  const chosen = naturalBands(bands)?.bands ?? [0, 0, 0];
  const ends = together(chosen.map((band) => scaledStretch({ stretch, scales }, band) ?? [0, 255]));
  return chosen.map((band, channel) => ({ band, ends: ends[channel] ?? [0, 255] }));
}

/** Returns the channels of the first view as `naturalChannels` does, in stored samples. */
export const naturalSampleChannels = (raster: NaturalRaster): NaturalChannel[] =>
  naturalChannels(raster).map(({ band, ends: [dark, bright] }) => {
    const { scale, offset } = raster.scales[band] ?? { scale: 1, offset: 0 };
    return { band, ends: [(dark - offset) / scale, (bright - offset) / scale] };
  });
