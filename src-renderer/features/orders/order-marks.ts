import type { OrderPlaces } from '../../../src-preload/contract/orders.ts';
import type { SubjectMarks } from '../../kit/state/subject-marks.ts';
import type { MapSubject } from '../../map/map-subject.ts';

/** Returns the places of orders as map marks. */
export const orderMarks = (places: OrderPlaces): SubjectMarks => ({ shape: 'orders', places });

/** Declares orders on the map: a mark for each, and the outlines of areas. */
export const ordersOnMap: MapSubject = {
  subject: 'order',
  height: 3,
  draws: ['points', 'outlines'],
  hiddenBy: [],
  listedIn: 'orders',
  revealsSelected: true,
  isHitInside: false,
};
