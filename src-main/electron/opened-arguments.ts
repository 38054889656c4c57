import { z } from 'zod';
import { mostOpened } from '../../src-preload/contract/opened-files.ts';
import { readHostFlags } from '../host/host-flags.ts';

/**
 * Returns what a start is asked to open: its arguments that are neither flags nor, where it is not packaged, the folder of the application
 * that Electron is told to run. Throws FlagError as `readHostFlags`.
 */
export function readOpenedArguments(
  argv: readonly string[],
  { isPackaged }: { isPackaged: boolean },
): string[] {
  const { files } = readHostFlags(argv.slice(1), {}, { allowsOthers: true });
  return isPackaged ? files : files.slice(1);
}

// One more than are opened, so that whoever opens them can say that there were more.
const handedOverSchema = z.object({ files: z.array(z.string().max(1_000_000)).max(mostOpened + 1) });

/**
 * Returns what a start gives to the Nadir that runs already. Not its arguments, because Chromium puts its switches before all else, and
 * so takes the values of flags from them.
 */
export const handOver = (files: readonly string[]): z.infer<typeof handedOverSchema> => ({
  files: files.slice(0, mostOpened + 1),
});

/** Parses what another start has given; nothing for anything else. */
export function readHandedOver(data: unknown): readonly string[] {
  return handedOverSchema.safeParse(data).data?.files ?? [];
}
