/** Which number of a pair comes first; these are also the answers to the question `order`. */
export type CoordinateOrder = 'latitude-first' | 'longitude-first';

/** One pair in this many must be valid in a single order to decide for the whole file. */
const decisiveFraction = 10;

/** Creates a count of the pairs of a file, which tells whether the order of their numbers has to be asked. */
export function createPairOrderCount() {
  /** Pairs without letters, by the orders in which they are places. */
  const pairs = { both: 0, latitudeFirst: 0, longitudeFirst: 0 };
  /** Pairs whose order the file declares, and that are places only in the other one. */
  let exchangeable = 0;

  /**
   * Returns the order that the numbers themselves show, because some of them are too large for a latitude; null if they
   * do not. A few mistyped rows show nothing.
   */
  function inferred(): CoordinateOrder | null {
    const { both, latitudeFirst, longitudeFirst } = pairs;
    const isDecisive = (count: number) => count > 0 && count * decisiveFraction >= both + count;
    if (longitudeFirst === 0 && isDecisive(latitudeFirst)) return 'latitude-first';
    return latitudeFirst === 0 && isDecisive(longitudeFirst) ? 'longitude-first' : null;
  }

  return {
    /** Counts a pair by the orders in which it is a place. */
    addPair(validOrder: 'both' | 'latitudeFirst' | 'longitudeFirst') {
      pairs[validOrder] += 1;
    },
    /** Counts a pair whose order the file declares, and that is a place only in the other one. */
    addExchangeable() {
      exchangeable += 1;
    },
    inferred,
    /** Returns true if the order has to be asked. `featureCount` is the number of features that can be imported. */
    mustBeAsked(featureCount: number): boolean {
      // A few mistyped rows do not call the order of the file in question; most of its rows do.
      if (exchangeable > 0) return exchangeable > featureCount;
      return pairs.both > 0 && inferred() === null;
    },
  };
}
