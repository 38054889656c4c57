import type { Notice } from '../../src-preload/contract/app.ts';
import type { ConnectionId, LibraryFileId, LibrarySceneId, Scope } from '../../src-preload/contract/ids.ts';
import type { LibraryFolderId } from '../../src-preload/contract/library-folders.ts';
import type { CommandInput } from '../../src-preload/contract/outbox.ts';

/**
 * The events between domains, by name, with the payload of their listeners. A name describes what has happened, in the words of
 * its domain, never what a listener should do about it.
 */
export interface DomainEventMap {
  /** The settings were written. */
  'settings.changed': [];
  /** A person has chosen the library folder, perhaps the same as before. */
  'library-folder.chosen': [];
  /** New files go to another library folder from now on; the payload is the absolute path of the folder before. */
  'library-folder.changed': [folderBefore: string];
  /** A connection was changed, or another connection or contract is in force now. */
  'connections.changed': [connectionId: ConnectionId];
  /** The addresses or the credentials of a connection changed: data obtained with the old ones is invalid. */
  'connection.invalidated': [connectionId: ConnectionId];
  /** All tasks of the scope were synced without a failure. */
  'tasks.synced': [scope: Scope];
  /** Captures of tasks of the scope changed. */
  'captures.changed': [scope: Scope];
  /** All orders of the scope were synced without a failure. */
  'orders.synced': [scope: Scope];
  /** Commands of the scope were added, removed or changed their state. */
  'outbox.changed': [scope: Scope];
  /** The service has done what a command asks for. */
  'command.sent': [scope: Scope, command: CommandInput];
  /** A state of something in the scope was seen for the first time, and it is news. */
  'state.observed': [scope: Scope];
  /** Scenes were read whose thumbnails are not on disk yet. */
  'thumbnails.missing': [fileIds: LibraryFileId[]];
  /** A file has its final name. Emitted within the transaction that stores this: a listener must not write. */
  'file.saved': [fileId: LibraryFileId];
  /** Scenes or their files were recorded, changed, deleted, or are missing now. Emitted within transactions too: a listener must not write. */
  'library.changed': [];
  /** The files that are recorded as on disk were searched: at the start, and after another library folder was chosen. */
  'library.swept': [];
  /** More files of the library are missing than before, although its drive is there: somebody may have renamed their folders. */
  'files.missing': [];
  /** The folder of new downloads was away and can be read again. */
  'library-folder.returned': [];
  /** A further library folder can be read now, or cannot be read any more. */
  'library-folder.moved': [];
  /** A further library folder that could not be read can be read again. */
  'library-folder.back': [id: LibraryFolderId];
  /** The scenes of a further library folder were read into the index. */
  'library-folder.read': [path: string];
  /** The last file of a scene that was imported has been deleted. */
  'scene.emptied': [sceneRow: LibrarySceneId];
  /** Scenes were written to the catalog in the library folder, or left it. */
  'catalog.written': [];
  /** The scenes of the library folder were read into the index, all or some of them. */
  'library.rebuilt': [];
  /** The user has dismissed a notice of this kind, or done what it offers. */
  'notice.dismissed': [kind: Notice['kind']];
  /** The limits of what may be downloaded now, or how fast, have changed. */
  'download-limits.changed': [];
}

/** The name of a domain event. */
export type DomainEventName = keyof DomainEventMap;

/** Receives an event. Its result is not used, but a rejected promise is reported as an error of the listener. */
export type DomainEventListener<N extends DomainEventName> = (...payload: DomainEventMap[N]) => unknown;

/** Emits events between domains and registers their listeners. */
export interface DomainEvents {
  /**
   * Calls all present listeners one after another, in the order of their registration, before it returns. Never throws: work that
   * must succeed or fail together with the caller is passed as a function instead.
   */
  emit<N extends DomainEventName>(name: N, ...payload: DomainEventMap[N]): void;
  /**
   * Returns the unsubscribe function. After it was called, the listener receives no more events, not even one that is being
   * emitted.
   */
  on<N extends DomainEventName>(name: N, listener: DomainEventListener<N>): () => void;
}

/** A wrapper, so that one function can be registered twice. */
interface Subscription<N extends DomainEventName> {
  listener: DomainEventListener<N>;
}

type Subscriptions = { [N in DomainEventName]: Set<Subscription<N>> };

const noSubscriptions = (): Subscriptions => ({
  'settings.changed': new Set(),
  'library-folder.chosen': new Set(),
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
  'library.changed': new Set(),
  'library.swept': new Set(),
  'files.missing': new Set(),
  'library-folder.returned': new Set(),
  'library-folder.moved': new Set(),
  'library-folder.back': new Set(),
  'library-folder.read': new Set(),
  'scene.emptied': new Set(),
  'catalog.written': new Set(),
  'library.rebuilt': new Set(),
  'notice.dismissed': new Set(),
  'download-limits.changed': new Set(),
});

/**
 * Creates the events, by which domains communicate without importing each other: a domain emits what has happened, and `app/`
 * decides who listens. `onError` receives what a listener throws or rejects with; the other listeners are still called.
 */
export function createDomainEvents(options: {
  onError: (name: DomainEventName, error: unknown) => void;
}): DomainEvents {
  const subscriptions = noSubscriptions();
  return {
    emit(name, ...payload) {
      const listening = subscriptions[name];
      // A listener that is added during an event receives only the next one.
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
