import { accessSync, constants, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readLaunch } from './choose-host.mjs';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

const stepSchema = z.union([
  z.strictObject({ uses: z.string(), with: z.record(z.string(), z.string()).optional() }),
  z.strictObject({ run: z.string() }),
]);
const machineSchema = z.strictObject({
  system: z.string(),
  display: z.string(),
  browser: z.string(),
  program: z.string(),
});
const workflowSchema = z.looseObject({
  jobs: z.record(
    z.string(),
    z.looseObject({
      strategy: z.looseObject({ matrix: z.object({ include: z.array(machineSchema) }) }).optional(),
      steps: z.array(stepSchema),
    }),
  ),
});
const workflow = workflowSchema.parse(parse(read('.github/workflows/check.yml')));
const commands = Object.values(workflow.jobs)
  .flatMap(({ steps }) => steps)
  .flatMap((step) => ('run' in step ? [step.run] : []));

/** How the workflow names what is another thing on each system. */
const display = `\${{ matrix.display }} `;
const program = `\${{ matrix.program }} --self-test`;

/** True for a line that a person types here as well: of npm, of the way of a fresh machine, or of the packed program. */
function isOwnCommand(line: string): boolean {
  const command = line.startsWith(display) ? line.slice(display.length) : line;
  if (['npm install', 'npm test', program].includes(command)) return true;
  const [, launched] = /^npm start -- ([\w -]+)$/.exec(command) ?? [];
  if (launched !== undefined) return readLaunch(launched.split(' ')).asked === 'electron';
  const [, script = ''] = /^npm run ([\w:]+)(?: -- [\w -]+)?$/.exec(command) ?? [];
  if (Object.hasOwn(scripts, script)) return true;
  if (command !== '.ci/run') return false;
  accessSync(join(root, command), constants.X_OK);
  return true;
}

it('has no command of its own: each is one of package.json, of the way of a fresh machine, or of the program', () => {
  expect(commands.length).toBeGreaterThan(5);
  expect(commands.filter((command) => !isOwnCommand(command))).toEqual([]);
});

it.each([
  'npm run no-such-script',
  'npm run build && rm -rf dist',
  'npm run build\nnpm test',
  'node scripts/start.mjs',
  '.ci/other',
])('a step with %j would be found', (command) => expect(isOwnCommand(command)).toBe(false));

it('tries the program on three systems, from the sources and packed', () => {
  const machines = workflow.jobs.program?.strategy?.matrix.include ?? [];
  expect(machines.map(({ system }) => system.replace(/-.*/, ''))).toEqual(['ubuntu', 'macos', 'windows']);
  expect(commands).toContain(`${display}npm start -- --host electron --self-test`);
  expect(commands).toContain(`${display}${program}`);
  const { productName } = z.object({ productName: z.string() }).parse(parse(read('electron-builder.yml')));
  for (const machine of machines)
    expect(machine.program.split('/').at(-1)?.replace('.exe', '').toLowerCase()).toBe(
      productName.toLowerCase(),
    );
});
