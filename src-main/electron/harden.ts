import type { Session, WebContents, WindowOpenHandlerResponse } from 'electron';
import { isOwnAddress, pageAddress } from './app-scheme.ts';

/** The only permissions of the page: it may copy text that the user clicked to copy, and show the map in full screen. */
const grantedPermissions = ['clipboard-sanitized-write', 'fullscreen'];

/** Blocks all network requests and all other permissions of the page. */
export function hardenSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, decide, details) =>
    decide(
      grantedPermissions.includes(permission) && details.isMainFrame && isOwnAddress(details.requestingUrl),
    ),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => grantedPermissions.includes(permission) && isOwnAddress(origin),
  );
  session.setDevicePermissionHandler(() => false);
  // Requests to the service go through the HTTP client of the main process; the page must not use any network.
  session.webRequest.onBeforeRequest(
    { urls: ['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'ftp://*/*', 'file://*/*'] },
    (_details, decide) => decide({ cancel: true }),
  );
  // Only what the page itself created may be saved, such as a table; the system asks the user for the place.
  session.on('will-download', (event, item) => {
    if (!isOwnBlob(item.getURL())) event.preventDefault();
  });
}

/** The origin in a blob's address is that of the page that created it. */
function isOwnBlob(address: string): boolean {
  return address.startsWith('blob:') && isOwnAddress(address.slice('blob:'.length));
}

/**
 * Allows a window only its own page and no embedded one; `open` says which second windows it may open. Nothing opens in the system's browser either: the page has no link
 * that leads outside, and an address is a way out for whatever a foreign script would have read.
 */
export function hardenContents(
  contents: WebContents,
  open: (address: string) => WindowOpenHandlerResponse,
): void {
  const refuse = (event: { preventDefault(): void; url: string }) => {
    if (event.url.split('#')[0] !== pageAddress) event.preventDefault();
  };
  contents.on('will-navigate', refuse);
  contents.on('will-frame-navigate', refuse);
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => open(url));
}
