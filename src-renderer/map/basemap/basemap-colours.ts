/** The colours of the embedded map in the current theme, as CSS colours. Each is a variable `--nadir-…` of the theme. */
export interface BasemapColours {
  water: string;
  land: string;
  ice: string;
  urban: string;
  coast: string;
  river: string;
  reef: string;
  division: string;
  border: string;
  /** The pale band on both sides of a border. */
  borderBand: string;
  townLabel: string;
  minorLabel: string;
  countryLabel: string;
  divisionLabel: string;
  waterLabel: string;
  natureLabel: string;
  labelHalo: string;
}

/** Returns all colours; `value` returns each by its name. */
export function readBasemapColours(value: (name: keyof BasemapColours) => string): BasemapColours {
  return {
    water: value('water'),
    land: value('land'),
    ice: value('ice'),
    urban: value('urban'),
    coast: value('coast'),
    river: value('river'),
    reef: value('reef'),
    division: value('division'),
    border: value('border'),
    borderBand: value('borderBand'),
    townLabel: value('townLabel'),
    minorLabel: value('minorLabel'),
    countryLabel: value('countryLabel'),
    divisionLabel: value('divisionLabel'),
    waterLabel: value('waterLabel'),
    natureLabel: value('natureLabel'),
    labelHalo: value('labelHalo'),
  };
}
