import { mainLockOf } from '../../kit/state/map-window.ts';
import { haveOthersKeys } from '../../kit/ui/outside-of-text.ts';
import { type SharedName, sharedStores } from './share-stores.ts';

/** What the two windows tell each other. */
type Message =
  /** From the map window, when it is there and knows nothing yet. */
  | { kind: 'hello' }
  /** All that both windows share, as the answer. */
  | { kind: 'all'; states: Readonly<Record<SharedName, object>> }
  | { kind: 'changed'; name: SharedName; values: object }
  /** A key that the other window has no use for. */
  | { kind: 'key'; key: string; code: string; shiftKey: boolean };

const channelOf = (id: string) => new BroadcastChannel(`nadir-map-${id}`);
/** The lock that the map window holds as long as it exists: a window that crashes says nothing. */
const mapLockOf = (id: string) => `nadir-map-${id}`;

const names = Object.keys(sharedStores).filter((name): name is SharedName => name in sharedStores);

/** The keys of the viewer and of reviews: letters, digits, signs and arrows without a modifier but Shift. */
const isSingle = ({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent) =>
  ([...key].length === 1 || key.startsWith('Arrow')) && !ctrlKey && !metaKey && !altKey && !isComposing;

/**
 * Tells the other window of changes, and of single keys that nothing in this window has used, because a person looks at one
 * window while the other one has the focus. Returns the function that ends this.
 */
function tellOther(channel: BroadcastChannel): () => void {
  const send = (message: Message) => channel.postMessage(message);
  const stops = names.map((name) =>
    sharedStores[name].follow((values) => send({ kind: 'changed', name, values })),
  );
  const handOn = (event: KeyboardEvent) => {
    // A key that came from the other window goes no further.
    if (!event.isTrusted || event.defaultPrevented || !isSingle(event) || haveOthersKeys(event.target))
      return;
    send({ kind: 'key', key: event.key, code: event.code, shiftKey: event.shiftKey });
  };
  window.addEventListener('keydown', handOn);
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener('keydown', handOn);
  };
}

/** Applies what the other window tells. */
function apply(message: Message) {
  if (message.kind === 'changed') sharedStores[message.name].takeOver(message.values);
  else if (message.kind === 'all')
    for (const name of names) sharedStores[name].takeOver(message.states[name]);
  else if (message.kind === 'key') {
    const { key, code, shiftKey } = message;
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true }),
    );
  }
}

interface MapWindowEvents {
  /** Called when the map window has all that both share; again after it was reloaded. */
  onJoined: () => void;
  /** Called when the map window is closed, is reloaded or has crashed. */
  onLeft: () => void;
}

/** Waits in the window with the lists for a map window that is being opened. Returns the function that ends this. */
export function waitForMapWindow(id: string, { onJoined, onLeft }: MapWindowEvents): () => void {
  const ended = new AbortController();
  const channel = channelOf(id);
  let stopTelling: () => void = () => undefined;
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'hello') return apply(data);
    const states = Object.fromEntries(names.map((name) => [name, sharedStores[name].all()]));
    channel.postMessage({ kind: 'all', states });
    stopTelling();
    stopTelling = tellOther(channel);
    onJoined();
    const leave = () => {
      stopTelling();
      onLeft();
    };
    navigator.locks.request(mapLockOf(id), { signal: ended.signal }, leave).catch(() => undefined);
  };
  return () => {
    stopTelling();
    channel.close();
    ended.abort();
  };
}

/**
 * Joins a map window with the window that has opened it. Resolves with true when it has all that both share, and with false if that
 * window is not there. `onAlone` is called when that window is closed, is reloaded or takes the map back.
 */
export async function joinMainWindow(id: string, onAlone: () => void): Promise<boolean> {
  const main = mainLockOf(id);
  const isAlone = await navigator.locks.request(main, { ifAvailable: true }, (lock) => lock !== null);
  if (isAlone) return false;
  await new Promise<void>((held) => {
    void navigator.locks.request(mapLockOf(id), () => {
      held();
      // Until this window ends.
      return new Promise(() => undefined);
    });
  });
  void navigator.locks.request(main, onAlone);
  const channel = channelOf(id);
  await new Promise<void>((resolve) => {
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      apply(data);
      if (data.kind === 'all') resolve();
    };
    channel.postMessage({ kind: 'hello' } satisfies Message);
  });
  tellOther(channel);
  return true;
}
