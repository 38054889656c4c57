import { type Connection, type Destination, keyOf, openConnection } from './http-connection.ts';

/** Keeps idle connections for a while, so that they can be used again. */
export interface ConnectionPool {
  /**
   * Returns a kept connection, or opens one. `kept`: it may be closed by now, which is noticed only when a request is sent over
   * it.
   */
  acquire(
    destination: Destination,
    timeoutMs: number,
  ): { connection: Promise<Connection>; kept: boolean; cancel: () => void };
  give(connection: Connection): void;
  close(): void;
}

/** Servers close an idle connection after five seconds or more. */
const keptMs = 4_000;

/** Keeps reusable connections by host for a short while. */
export function createConnectionPool(): ConnectionPool {
  const idle = new Map<string, { connection: Connection; timer: NodeJS.Timeout }[]>();

  function forget(connection: Connection) {
    const left = idle.get(connection.key)?.filter((kept) => kept.connection !== connection) ?? [];
    if (left.length === 0) idle.delete(connection.key);
    else idle.set(connection.key, left);
  }

  return {
    acquire(destination, timeoutMs) {
      const found = idle.get(keyOf(destination))?.at(-1);
      if (!found) {
        const { opened, cancel } = openConnection(destination, timeoutMs);
        return { connection: opened, kept: false, cancel };
      }
      const { connection, timer } = found;
      clearTimeout(timer);
      forget(connection);
      connection.listen(null);
      return { connection: Promise.resolve(connection), kept: true, cancel: connection.destroy };
    },
    give(connection) {
      const drop = () => {
        clearTimeout(timer);
        forget(connection);
        connection.destroy();
      };
      const timer = setTimeout(drop, keptMs);
      // Bytes that arrive now were not requested and are ignored.
      connection.listen({ bytes: drop, ended: drop });
      idle.set(connection.key, [...(idle.get(connection.key) ?? []), { connection, timer }]);
    },
    close() {
      for (const { connection, timer } of [...idle.values()].flat()) {
        clearTimeout(timer);
        connection.destroy();
      }
      idle.clear();
    },
  };
}
