import { RPCHandler } from '@orpc/server/message-port';
import { type IpcMain, MessageChannelMain, type MessagePortMain, type WebContents } from 'electron';
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
  router: HostApp['router'];
  isOwnWindow: (contents: WebContents) => boolean;
}): void {
  const rpc = new RPCHandler(router);
  const open = new Map<WebContents, MessagePortMain>();

  ipcMain.on('nadir:ready', (event) => {
    const { sender, senderFrame } = event;
    // Only the top frame of our own window with our own page: not a frame in it, and not another page.
    if (!isOwnWindow(sender) || senderFrame === null || senderFrame !== sender.mainFrame) return;
    if (!isOwnAddress(senderFrame.url)) return;
    open.get(sender)?.close();
    const { port1, port2 } = new MessageChannelMain();
    if (!open.has(sender)) {
      sender.once('destroyed', () => {
        open.get(sender)?.close();
        open.delete(sender);
      });
    }
    open.set(sender, port1);
    rpc.upgrade(port1, { context: {} });
    port1.start();
    senderFrame.postMessage('nadir:port', null, [port2]);
  });
}
