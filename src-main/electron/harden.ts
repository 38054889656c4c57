import type { Session, WebContents } from 'electron';
import { isOwnAddress, pageAddress } from './app-scheme.ts';

/** Copying text that the user clicked to copy is all the page may ask the system for. */
const grantedPermission = 'clipboard-sanitized-write';

/** Nothing of the network is content of the page, and no permission is open to it. */
export function hardenSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, decide, details) =>
    decide(permission === grantedPermission && details.isMainFrame && isOwnAddress(details.requestingUrl)),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => permission === grantedPermission && isOwnAddress(origin),
  );
  session.setDevicePermissionHandler(() => false);
  // Requests of the service are main's and go through its HTTP client; the page has no business on any network.
  session.webRequest.onBeforeRequest(
    { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file://*/*'] },
    (_details, decide) => decide({ cancel: true }),
  );
  // What the page itself put together, a table for example; the system asks the user where to.
  session.on('will-download', (event, item) => {
    if (!isOwnBlob(item.getURL())) event.preventDefault();
  });
}

/** The origin of a blob's address is that of the page that made it. */
function isOwnBlob(address: string): boolean {
  return address.startsWith('blob:') && isOwnAddress(address.slice('blob:'.length));
}

/** Only plain https without a user name leaves for the system's browser. */
function isOpenOutside(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return protocol === 'https:' && username === '' && password === '';
}

/** Its own page is the only place a window goes to; no second window, no embedded one. */
export function hardenContents(contents: WebContents, openOutside: (address: string) => void): void {
  const refuse = (event: { preventDefault(): void; url: string }) => {
    if (event.url.split('#')[0] !== pageAddress) event.preventDefault();
  };
  contents.on('will-navigate', refuse);
  contents.on('will-frame-navigate', refuse);
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (isOpenOutside(url)) openOutside(url);
    return { action: 'deny' };
  });
}
