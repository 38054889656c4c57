/** A task or order that is at the service or on its way there, as far as it matters to one that is about to be made. */
export interface KnownRequest {
  from: 'task' | 'order' | 'outbox';
  /** Of the task, the order or the command. */
  id: string;
  name: string;
  /** The number of the product as text, or the SKU. */
  ordered: string;
  longitude: number;
  latitude: number;
  start: string | null;
  end: string | null;
}

/** A part of the map. It does not cross the antimeridian. */
export interface LatLonBox {
  west: number;
  south: number;
  east: number;
  north: number;
}
