import { execFile } from 'node:child_process';

/** How each system is asked whether the connection in use is metered; macOS does not report it to programs. */
const questions: Partial<Record<NodeJS.Platform, { command: string; args: string[]; yes: RegExp }>> = {
  linux: {
    command: 'nmcli',
    args: ['--terse', '--fields', 'GENERAL.STATE,GENERAL.METERED', 'device', 'show'],
    // A connected device (state 100) that is metered; other devices do not matter.
    yes: /GENERAL\.STATE:100\b[^\n]*\nGENERAL\.METERED:yes/,
  },
  win32: {
    command: 'powershell.exe',
    args: [
      '-NoProfile',
      '-NonInteractive',
      '-Command',
      '[Windows.Networking.Connectivity.NetworkInformation,Windows.Networking.Connectivity,ContentType=WindowsRuntime]::GetInternetConnectionProfile().GetConnectionCost().NetworkCostType',
    ],
    yes: /^(Fixed|Variable)\b/m,
  },
};

const answerMs = 5_000;

type RunProgram = (command: string, args: readonly string[]) => Promise<string>;

const runProgram: RunProgram = (command, args) =>
  new Promise((resolve) => {
    execFile(command, [...args], { timeout: answerMs, windowsHide: true }, (error, stdout) =>
      resolve(error ? '' : stdout),
    );
  });

/** Resolves with true if the system reports a metered connection; false if the system cannot be asked. */
export async function isMetered(platform: NodeJS.Platform, run: RunProgram = runProgram): Promise<boolean> {
  const question = questions[platform];
  if (!question) return false;
  return question.yes.test(await run(question.command, question.args));
}
