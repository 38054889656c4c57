import type { CatalogSource } from '../core/catalog-scene.ts';
import type { Session } from '../features/connections/session.ts';

/** Creates the functions that find connections of this data folder, by their id or by the source of a scene in the library folder. */
export function createConnections(session: Pick<Session, 'named'>) {
  const all = () =>
    session.named().map(({ id, name, catalogUrl }) => ({ id, name, service: new URL(catalogUrl).origin }));
  return {
    /** Returns the name and the service of a connection; null if there is none with this id. */
    facts: (id: string) => all().find((connection) => connection.id === id) ?? null,
    /** Returns the id of the scene's connection, or of another one to the same service; the id that the scene names if there is neither. */
    of({ connectionId, service }: CatalogSource): string {
      const connections = all();
      const same = connections.find(({ id }) => id === connectionId);
      return (same ?? connections.find((connection) => connection.service === service))?.id ?? connectionId;
    },
  };
}
