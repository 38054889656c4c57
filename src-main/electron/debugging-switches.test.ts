import { expect, it } from 'vitest';
import { refuseDebugging } from './debugging-switches.ts';

const started = (isPackaged: boolean, ...switches: string[]) => ({
  isPackaged,
  commandLine: {
    appendArgument: () => undefined,
    appendSwitch: () => undefined,
    getSwitchValue: () => '',
    hasSwitch: (name: string) => switches.includes(name),
    removeSwitch: () => undefined,
  },
});

it('an installed Nadir does not start for a debugger of its window', () => {
  for (const name of ['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address'])
    expect(() => refuseDebugging(started(true, name))).toThrow(name);
  expect(() => refuseDebugging(started(true, 'lang'))).not.toThrow();
  expect(() => refuseDebugging(started(false, 'remote-debugging-port'))).not.toThrow();
});
