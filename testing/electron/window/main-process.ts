/**
 * The main process of the window host: runs the built entry of the Electron host in Node, against the strict fake of Electron, with
 * pages in a browser that the parent process has. Arguments: those of the application, after the file of its entry. The language of
 * the system is in `NADIR_WINDOW_LOCALE`.
 */
import { rm } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { createBirpc } from 'birpc';
import { handOver } from '../../../src-main/electron/opened-arguments.ts';
import { createFakeElectron } from '../fake-electron.ts';
import type { BrowserCalls, MainCalls } from './calls.ts';
import { createPortNumbers } from './port-numbers.ts';
import { RemoteContents } from './remote-contents.ts';

const [, , entry = '', ...args] = process.argv;
const contentsByNumber = new Map<number, RemoteContents>();
/** The page that the parent process has opened already and for which the next window is made. */
let openedPage: number | null = null;
let lastPage = 0;

const fake = createFakeElectron(process.platform, (session, surroundings) => {
  const number = openedPage ?? nextPage();
  const contents = new RemoteContents(session, surroundings, { number, browser });
  contentsByNumber.set(number, contents);
  contents.once('destroyed', () => contentsByNumber.delete(number));
  if (openedPage === null) contents.track(browser.open(number));
  contents.mainFrame.on('ipc', (channel, { ports, data }) =>
    contents.track(browser.send(number, channel, data, ports.map(portNumbers.keep))),
  );
  return contents;
});

function nextPage(): number {
  lastPage += 1;
  return lastPage;
}

const mainWindow = () => fake.windows[0];
const windowOf = (contents: number) =>
  fake.windows.find((window) => window.webContents === contentsByNumber.get(contents));

const calls: MainCalls = {
  async request({ address, method, headers, body }) {
    if (!address.startsWith('nadir:'))
      return fake.session.lets(address) ? { status: 404, headers: {}, body: new Uint8Array() } : null;
    const hasBody = body !== null && method !== 'GET' && method !== 'HEAD';
    const answer = await fake.protocol.fetch(address, {
      method,
      headers,
      ...(hasBody ? { body: Buffer.from(body) } : {}),
    });
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: new Uint8Array(await answer.arrayBuffer()),
    };
  },
  sent(contents, channel, message) {
    const sender = contentsByNumber.get(contents);
    if (sender !== undefined)
      fake.ipcMain.emit(channel, { sender, senderFrame: sender.mainFrame, ports: [] }, message);
  },
  portData: (port, data) => portNumbers.post(port, data),
  portClosed: (port) => portNumbers.close(port),
  crashed: (contents) =>
    void contentsByNumber.get(contents)?.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 11 }),
  closed: (contents) => windowOf(contents)?.destroy(),
  mayLeave: (contents) => contentsByNumber.get(contents)?.asksToLeave() ?? true,
  opens(contents, address) {
    const options = contentsByNumber.get(contents)?.windowFor(address) ?? null;
    if (options === null) return null;
    openedPage = nextPage();
    const window = new fake.module.BrowserWindow(options);
    const number = openedPage;
    openedPage = null;
    window.webContents.mainFrame.url = address;
    contentsByNumber.get(contents)?.emit('did-create-window', window, { url: address });
    return number;
  },
  downloads: (address, fileName) => fake.session.downloads(address, { fileName }),
  quit: () => fake.app.quit(),
  startAgain(furtherArgs) {
    const files = furtherArgs.filter((arg) => !arg.startsWith('-'));
    fake.app.emit('second-instance', {}, furtherArgs, process.cwd(), structuredClone(handOver(files)));
  },
  clickNotice: () => fake.notices.click(),
  desktop: () => ({
    notices: fake.notices.shown.map(({ title = '', body = '' }) => ({ title, body })),
    dragged: fake.windows.flatMap(({ webContents }) => webContents.dragged),
    messages: [
      ...fake.dialogs.messages.map(({ message }) => message),
      ...fake.errorBoxes.map(({ content }) => content),
    ],
    progress: mainWindow()?.progress.at(-1) ?? null,
    focused: mainWindow()?.focused ?? 0,
  }),
  answer({ picked, target, buttons = [], notices }) {
    const { answers } = fake.dialogs;
    if (picked !== undefined) answers.files = { canceled: picked.length === 0, filePaths: [...picked] };
    if (target !== undefined) answers.target = { canceled: target === '', filePath: target };
    answers.buttons.push(...buttons);
    if (notices !== undefined) fake.notices.state.fate = notices;
  },
};

const browser = createBirpc<BrowserCalls, MainCalls>(calls, {
  post: (message) => process.send?.(message),
  on: (take) => process.on('message', take),
  timeout: -1,
});
const portNumbers = createPortNumbers({
  data: (port, data) => browser.portData(port, data),
  closed: (port) => browser.portClosed(port),
});

// Who has the browser is gone, and with it every window.
process.once('disconnect', () => process.exit(1));
void fake.app.exited.then((code) => process.exit(code));

// The product reads its folders again afterwards, so here the file goes.
const { trashItem } = fake.module.shell;
fake.module.shell.trashItem = async (path) => {
  await rm(path, { recursive: true });
  return trashItem(path);
};

const names = Object.keys(fake.module);
Object.defineProperty(globalThis, 'nadirFakeElectron', { value: fake.module });
const fakeAddress = 'nadir-test:electron';
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: fakeAddress, shortCircuit: true } : next(specifier, context),
  load: (address, context, next) =>
    address === fakeAddress
      ? {
          format: 'module',
          source: `export const { ${names.join(', ')} } = globalThis.nadirFakeElectron;`,
          shortCircuit: true,
        }
      : next(address, context),
});
if (process.env.NADIR_WINDOW_LOCALE) fake.app.languages = [process.env.NADIR_WINDOW_LOCALE];
process.argv = ['electron', entry, ...args];
await import(pathToFileURL(entry).href);
if (fake.app.exitCode === null) fake.app.becomeReady();
