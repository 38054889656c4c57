import type { Keychain } from '../vault/keychain.ts';

/** Everything of the machine that the application needs and a host must supply. */
export interface Platform {
  host: 'electron' | 'loopback';
  version: string;
  /** Absolute, exists, locked for this process. */
  dataFolder: string;
  /** Folder of the built renderer. */
  rendererFolder: string;
  /** Loads the keychain; rejects where the native part cannot be loaded (no libsecret, for example). */
  loadKeychain(): Promise<Keychain>;
  /** Proxy for this address by the system's rules as `http://host:port`, or null for direct. */
  systemProxy(address: string): Promise<string | null>;
  /** Absent where the host cannot do it; the renderer then does not offer it. */
  revealInFolder?: (path: string) => Promise<void>;
  notify?: (notice: { title: string; body: string }) => void;
  /** The system's languages, best first. */
  languages?: () => readonly string[];
  /** How far all downloads are, 0 to 1, where a task bar can show it; null takes it away. */
  showProgress?: (share: number | null) => void;
  pickFolder?: () => Promise<string | null>;
}
