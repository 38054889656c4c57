import { RPCHandler } from '@orpc/server/message-port';
import {
  type IpcMain,
  MessageChannelMain,
  type MessagePortMain,
  type WebContents,
  type WebFrameMain,
} from 'electron';
import type { HostApp } from '../host/host-app.ts';
import { isOwnAddress } from './app-scheme.ts';

/**
 * Gives the page of our window one end of a channel when its preload asks for it, and serves the contract on the other end. A
 * reloaded page asks again; its old channel is closed, as is that of a closed window.
 */
export function bridgePorts({
  ipcMain,
  router,
  isOwnWindow,
}: {
  ipcMain: IpcMain;
  /** Of the application, once it has started; until then pages wait. */
  router: Promise<HostApp['router']>;
  isOwnWindow: (contents: WebContents) => boolean;
}): void {
  const rpc = router.then((started) => new RPCHandler(started));
  // Whoever starts the application tells why it does not.
  rpc.catch(() => undefined);
  const open = new Map<WebContents, MessagePortMain>();

  async function give(sender: WebContents, frame: WebFrameMain) {
    const handler = await rpc;
    // The page may be another one by now, or none.
    if (sender.isDestroyed() || sender.mainFrame !== frame || !isOwnAddress(frame.url)) return;
    open.get(sender)?.close();
    const { port1, port2 } = new MessageChannelMain();
    if (!open.has(sender)) {
      sender.once('destroyed', () => {
        open.get(sender)?.close();
        open.delete(sender);
      });
    }
    open.set(sender, port1);
    handler.upgrade(port1, { context: {} });
    port1.start();
    frame.postMessage('nadir:port', null, [port2]);
  }

  ipcMain.on('nadir:ready', ({ sender, senderFrame }) => {
    // Only the top frame of our own window with our own page: not a frame in it, and not another page.
    if (!isOwnWindow(sender) || senderFrame === null || senderFrame !== sender.mainFrame) return;
    if (!isOwnAddress(senderFrame.url)) return;
    void give(sender, senderFrame).catch(() => undefined);
  });
}
