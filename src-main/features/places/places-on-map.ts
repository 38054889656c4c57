import { z } from 'zod';
import { placeColours } from '../../../src-preload/contract/place-values.ts';
import type { PlaceFilter, PlacesOnMap } from '../../../src-preload/contract/places.ts';
import type { Store } from '../../store/store.ts';
import { placeCondition } from './place-conditions.ts';

const packed = z
  .string()
  .nullable()
  .transform((text) => text ?? '');
const pointsRow = z.object({
  ids: packed,
  longitudes: packed,
  latitudes: packed,
  colours: packed,
  names: packed,
});
const areasRow = z.object({ ringIds: packed, ringNames: packed, rings: packed, ringColours: packed });

const asLiteral = (text: string) => `'${text}'`;
/** The index of the colour of a place's list in `placeColours`, as one digit. */
const colourDigit = `(CASE place_list.colour ${placeColours
  .map((colour, digit) => `WHEN ${asLiteral(colour)} THEN ${asLiteral(String(digit))}`)
  .join(' ')} ELSE ${asLiteral(String(placeColours.indexOf('grey')))} END)`;
/** The name of a place without the character that separates packed names. */
const packableName = `replace(place.name, char(31), ' ')`;

/** Returns the points and areas that match a filter, packed as in `packed-places.ts`. */
export function loadPlacesOnMap(store: Pick<Store, 'get'>, filter: PlaceFilter): PlacesOnMap {
  const { sql, params } = placeCondition(store, filter);
  const points = store.get(
    pointsRow,
    `SELECT group_concat(place_id, char(31)) AS ids, group_concat(CAST(round(longitude * 1e6) AS INTEGER)) AS longitudes,
       group_concat(CAST(round(latitude * 1e6) AS INTEGER)) AS latitudes, group_concat(${colourDigit}, '') AS colours,
       group_concat(${packableName}, char(31)) AS names
     FROM place LEFT JOIN place_list USING (list_id) WHERE kind = 'point' AND ${sql}`,
    params,
  );
  const areas = store.get(
    areasRow,
    `SELECT group_concat(place_id, char(31)) AS ringIds, group_concat(${packableName}, char(31)) AS ringNames,
       group_concat(drawn, '|') AS rings, group_concat(${colourDigit}, '') AS ringColours
     FROM place JOIN place_area ON place_area.seq = place.seq LEFT JOIN place_list USING (list_id)
     WHERE kind = 'area' AND ${sql}`,
    params,
  );
  const none = { ids: '', longitudes: '', latitudes: '', colours: '', names: '' };
  return {
    ...(points ?? none),
    ...(areas ?? { ringIds: '', ringNames: '', rings: '', ringColours: '' }),
  };
}
