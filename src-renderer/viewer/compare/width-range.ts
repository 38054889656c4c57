/** A part of the map between two fractions of its width, from the left. */
export interface WidthRange {
  from: number;
  until: number;
}

export const wholeWidth: WidthRange = { from: 0, until: 1 };
