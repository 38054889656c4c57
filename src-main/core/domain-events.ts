import type { ConnectionId, LibraryFileId, Scope } from '../../src-preload/contract/ids.ts';
import type { CommandInput } from '../../src-preload/contract/outbox.ts';

/**
 * What domains tell each other, by name, with what a listener is given. A name says what has happened in whose words, never
 * what somebody should do about it.
 */
export interface DomainEventMap {
  /** The settings were written. */
  'settings.changed': [];
  /** New files go to another library folder from now on; the payload is the absolute path of the one before. */
  'library-folder.changed': [folderBefore: string];
  /** A connection, or which of them and which contract is in force, is another one now. */
  'connections.changed': [connectionId: ConnectionId];
  /** The addresses or the credentials of a connection changed: what was obtained with the old ones is void. */
  'connection.invalidated': [connectionId: ConnectionId];
  /** All tasks of the scope have just been read, without a failure. */
  'tasks.synced': [scope: Scope];
  /** Captures of tasks of the scope moved. */
  'captures.changed': [scope: Scope];
  /** All orders of the scope have just been read, without a failure. */
  'orders.synced': [scope: Scope];
  /** Commands of the scope were added, removed or got another state. */
  'outbox.changed': [scope: Scope];
  /** The service did what a command says. */
  'command.sent': [scope: Scope, command: CommandInput];
  /** A state of something in the scope was seen for the first time, and it is news. */
  'state.observed': [scope: Scope];
  /** Scenes were read whose thumbnails are not on disk yet. */
  'thumbnails.missing': [fileIds: LibraryFileId[]];
  /** A file lies in its place. Told within the transaction that notes it: a listener must not write. */
  'file.saved': [fileId: LibraryFileId];
  /** What may be downloaded now, or how fast, is not what it was. */
  'download-limits.changed': [];
}

/** The name of a domain event. */
export type DomainEventName = keyof DomainEventMap;

/** Hears of an event. What it answers is not used, but a promise that is rejected is reported as an error of the listener. */
export type DomainEventListener<N extends DomainEventName> = (...payload: DomainEventMap[N]) => unknown;

/** Where domains tell and hear what happened. */
export interface DomainEvents {
  /**
   * Tells all who listen at this moment, one after the other in the order in which they began to listen, before it returns.
   * Never throws: what must succeed or fail together with the teller is passed as a function instead.
   */
  emit<N extends DomainEventName>(name: N, ...payload: DomainEventMap[N]): void;
  /** Returns the unsubscribe function; who has called it is not told any more, not even of an event that is being told. */
  on<N extends DomainEventName>(name: N, listener: DomainEventListener<N>): () => void;
}

/** Wrapped, so that one function can listen twice. */
interface Subscription<N extends DomainEventName> {
  listener: DomainEventListener<N>;
}

type Subscriptions = { [N in DomainEventName]: Set<Subscription<N>> };

const noSubscriptions = (): Subscriptions => ({
  'settings.changed': new Set(),
  'library-folder.changed': new Set(),
  'connections.changed': new Set(),
  'connection.invalidated': new Set(),
  'tasks.synced': new Set(),
  'captures.changed': new Set(),
  'orders.synced': new Set(),
  'outbox.changed': new Set(),
  'command.sent': new Set(),
  'state.observed': new Set(),
  'thumbnails.missing': new Set(),
  'file.saved': new Set(),
  'download-limits.changed': new Set(),
});

/**
 * How domains speak to each other without knowing each other: one tells what has happened, and `app/` decides who listens.
 * `onError` gets what a listener throws or rejects with; the other listeners are told all the same.
 */
export function createDomainEvents(options: {
  onError: (name: DomainEventName, error: unknown) => void;
}): DomainEvents {
  const subscriptions = noSubscriptions();
  return {
    emit(name, ...payload) {
      const listening = subscriptions[name];
      // Who begins to listen during an event hears of the next one.
      for (const subscription of [...listening]) {
        if (!listening.has(subscription)) continue;
        try {
          const answer = subscription.listener(...payload);
          if (answer instanceof Promise) answer.catch((error: unknown) => options.onError(name, error));
        } catch (error) {
          options.onError(name, error);
        }
      }
    },
    on<N extends DomainEventName>(name: N, listener: DomainEventListener<N>) {
      const listening: Set<Subscription<N>> = subscriptions[name];
      const subscription: Subscription<N> = { listener };
      listening.add(subscription);
      return () => void listening.delete(subscription);
    },
  };
}
