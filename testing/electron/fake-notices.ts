import { EventEmitter } from 'node:events';
import type { NotificationConstructorOptions } from 'electron';

/** What the system does with notices: `silent` takes them and shows none, as a Linux desktop without a daemon does. */
export type NoticeFate = 'shown' | 'fails' | 'silent' | 'unsupported';

/**
 * The desktop notices of Electron. An object that nobody holds is collected, and its events are lost with it, so the fake holds
 * none either.
 */
export function createFakeNotices() {
  const shown: NotificationConstructorOptions[] = [];
  const alive: WeakRef<EventEmitter>[] = [];
  const state: { fate: NoticeFate } = { fate: 'shown' };

  class FakeNotification extends EventEmitter {
    readonly #options: NotificationConstructorOptions;
    constructor(options: NotificationConstructorOptions = {}) {
      super();
      this.#options = options;
    }
    static isSupported(): boolean {
      return state.fate !== 'unsupported';
    }
    close(): void {
      this.emit('close', {});
    }
    show(): void {
      const reference = new WeakRef(this);
      alive.push(reference);
      const { fate } = state;
      if (fate === 'shown') shown.push(this.#options);
      setImmediate(() => {
        if (fate === 'shown') reference.deref()?.emit('show', {});
        if (fate === 'fails') reference.deref()?.emit('failed', {}, 'Notifications are not allowed');
      });
    }
  }

  return {
    Notification: FakeNotification,
    state,
    shown,
    /** The user clicks the latest notice. */
    click: () => alive.at(-1)?.deref()?.emit('click', {}),
  };
}
