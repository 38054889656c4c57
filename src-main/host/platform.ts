import type { UpdateInstaller } from '../core/update-installer.ts';
import type { Keychain } from '../vault/keychain.ts';

/** What the application needs from the machine and a host must supply. */
export interface Platform {
  host: 'electron' | 'loopback';
  version: string;
  /** An absolute path of an existing folder, locked for this process. */
  dataFolder: string;
  /** Folder of the built renderer. */
  rendererFolder: string;
  /** Loads the keychain; rejects if its native part cannot be loaded (for example without libsecret). */
  loadKeychain(): Promise<Keychain>;
  /** Resolves with the system's proxy for this address as `http://host:port`, or null for a direct connection. */
  systemProxy(address: string): Promise<string | null>;
  /** Missing if the host cannot do it; the renderer then does not offer it. */
  revealInFolder?: (path: string) => Promise<void>;
  /** Opens a file in the program that the system has for it; rejects with the reason if there is none. */
  openFile?: (path: string) => Promise<void>;
  /** Begins to drag a file out of the window, while the user holds the button. */
  dragOut?: (path: string) => Promise<void>;
  /** Moves a file to the system's trash; rejects if its drive has none. Missing if there is no trash. */
  moveToTrash?: (path: string) => Promise<void>;
  notify?: (notice: { title: string; body: string }) => void;
  /** Returns the system's languages, best first. */
  languages?: () => readonly string[];
  /** Shows the progress of all downloads, 0 to 1, if there is a task bar that can; null removes it. */
  showProgress?: (share: number | null) => void;
  /**
   * Asks for a path and writes what the window would print to it as a PDF; resolves with the path, or null if the dialog was closed. Missing if
   * the dialog of the browser for printing does it.
   */
  savePdf?: (fileName: string) => Promise<string | null>;
  /** Keeps the computer from sleeping, or lets it sleep again; the display is not concerned. Missing if the host cannot do it. */
  keepAwake?: (isOn: boolean) => void;
  /** Finds and installs newer versions. Missing if this way of running cannot replace itself. */
  updates?: UpdateInstaller;
  pickFolder?: () => Promise<string | null>;
  /** Lets the user pick a file with one of these extensions; null if the dialog was closed. */
  pickFile?: (kind: { name: string; extensions: string[] }) => Promise<string | null>;
}
