import { userInfo } from 'node:os';

const longest = 100;

/** Returns the name of the account of this computer, which signs changes; empty if the system does not have one. */
export function authorName(): string {
  try {
    return userInfo().username.slice(0, longest);
  } catch {
    // The system has no record of the user, as in some containers.
    return '';
  }
}
