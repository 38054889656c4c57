import type { Keychain } from '../vault/keychain.ts';
import { certificateCheck } from './certificate-check.ts';
import type { Check } from './check.ts';
import { compressionCheck } from './compression-check.ts';
import { dataFolderCheck } from './data-folder-check.ts';
import { keychainCheck } from './keychain-check.ts';
import { sqliteCheck } from './sqlite-check.ts';
import { threadCheck } from './thread-check.ts';

/** What is tried on either host, before anything that belongs to one of them. */
export function machineChecks(options: {
  dataFolder: string;
  loadKeychain: () => Promise<Keychain>;
  onHang: () => void;
}): Check[] {
  return [
    sqliteCheck(),
    compressionCheck(),
    threadCheck(),
    certificateCheck(),
    keychainCheck({ loadKeychain: options.loadKeychain, onHang: options.onHang }),
    dataFolderCheck({ dataFolder: options.dataFolder }),
  ];
}
