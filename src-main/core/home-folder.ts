import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

/** Returns the home folder of this user as an absolute path, at best the one that is named; null if the user has none. */
export function findHomeFolder(named: string | undefined = process.env.HOME): string | null {
  const found = [() => named, homedir, () => userInfo().homedir].map((find) => {
    try {
      return find();
    } catch {
      // A user without an entry in the system has no folder there.
      return undefined;
    }
  });
  return found.find((path) => path !== undefined && isAbsolute(path)) ?? null;
}
