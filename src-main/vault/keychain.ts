/** The functions of the OS keychain. Both hosts pass keytar; tests pass a fake, or the real one under dbus-run-session. */
export interface Keychain {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}
