import { userInfo } from 'node:os';

const maxLength = 100;

/** Returns the name of the account of this computer, which signs changes; empty if the system does not have one. */
export function authorName(): string {
  try {
    return userInfo().username.slice(0, maxLength);
  } catch {
    // The system has no record of the user, as in some containers.
    return '';
  }
}
