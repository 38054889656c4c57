/** Returns true if an argument is an address and no path. The drive of a path of Windows, `C:`, has no two slashes behind it. */
export const isAddress = (argument: string): boolean => /^(?:[a-z][a-z0-9+.-]*:\/\/|file:)/i.test(argument);
