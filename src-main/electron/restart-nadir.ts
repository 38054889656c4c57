import { app } from 'electron';
import { absoluteArgument } from '../host/host-flags.ts';
import { readOpenedArguments } from './opened-arguments.ts';

/**
 * Has Electron start Nadir again with the same flags, and with these in addition, once this process has ended. The files that it was
 * started with are open already. An AppImage has to be started by its own file: the folder that this process runs from goes away with it.
 */
export function restartNadir(
  furtherArgs: readonly string[] = [],
  {
    argv,
    environment,
  }: { argv: readonly string[]; environment: Readonly<Record<string, string | undefined>> } = {
    argv: process.argv,
    environment: process.env,
  },
): void {
  const opened = readOpenedArguments(argv, app);
  const flags = argv.slice(1).filter((arg) => !opened.includes(absoluteArgument(arg)));
  const args = [...flags, ...furtherArgs.filter((arg) => !argv.includes(arg))];
  const appImage = environment.APPIMAGE;
  app.relaunch(appImage === undefined ? { args } : { args, execPath: appImage });
}
