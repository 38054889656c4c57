/** A task or order that is at the service or will be sent there, with the fields that matter to a planned one. */
export interface KnownRequest {
  from: 'task' | 'order' | 'outbox';
  /** The id of the task, the order or the command. */
  id: string;
  name: string;
  /** The number of the product as text, or the SKU. */
  ordered: string;
  longitude: number;
  latitude: number;
  start: string | null;
  end: string | null;
  /** The capture that an archive order is for (service §10.4); null for other orders and for tasks. */
  outcomeId: string | null;
}

/** A part of the map. It does not cross the antimeridian. */
export interface LatLonBox {
  west: number;
  south: number;
  east: number;
  north: number;
}
