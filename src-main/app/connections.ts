import type { CatalogSource } from '../core/catalog-scene.ts';
import type { Session } from '../session/session.ts';

/** Creates the search for connections of this data folder: by their ids, and by the services of scenes in the library folder. */
export function createConnections(session: Pick<Session, 'named'>) {
  const all = () =>
    session.named().map(({ id, name, catalogUrl }) => ({ id, name, service: new URL(catalogUrl).origin }));
  return {
    facts: (id: string) => all().find((connection) => connection.id === id) ?? null,
    /** Returns the id of the scene's connection, or of one to the same service; its own id if there is none. */
    of({ connectionId, service }: CatalogSource): string {
      const known = all();
      const own = known.find(({ id }) => id === connectionId);
      return (own ?? known.find((connection) => connection.service === service))?.id ?? connectionId;
    },
  };
}
