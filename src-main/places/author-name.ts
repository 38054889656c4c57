import { userInfo } from 'node:os';

const longest = 100;

/** Returns the name of the user of this computer, by which changes are signed; empty if the system does not know one. */
export function authorName(): string {
  try {
    return userInfo().username.slice(0, longest);
  } catch {
    // The system has no record of the user, as in some containers.
    return '';
  }
}
