const usage = `Nadir: a workspace for ordering satellite imagery and working with what comes back.

  --data-dir DIR   keep all data in this folder instead of the usual one
  FILES            open these files and folders
  --self-test      try what this machine lets Nadir do, print a table, and end; 0 if nothing failed
  --help           print this, and open no window
  --version        print the version, and open no window
`;

/** Returns what is printed for a start that asks for words only; null for one that opens the window. */
export function terminalWords(args: readonly string[], version: string): string | null {
  if (args.includes('--help')) return usage;
  return args.includes('--version') ? `${version}\n` : null;
}
