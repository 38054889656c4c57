import { z } from 'zod';
import { type Check, failed, notTried, ok } from './check.ts';
import { askParts, askWhole, giveUpWaiting, giveUpWithin, type TrialAddresses } from './file-trials.ts';
import type { TrialFiles } from './trial-files.ts';

/** Whoever asks for files as the page does. */
export interface TrialPage {
  addresses: TrialAddresses;
  /** The path by which the page says that it has given a request up; null where the end of its connection says so. */
  cancelPath: string | null;
  /** Runs a function of file-trials.ts there and resolves with what it gives. */
  run<Given>(trial: (given: Given) => Promise<unknown>, given: Given): Promise<unknown>;
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
const report = 'Report this with the support bundle.';

/** The files of the page: parts, whole ones, and requests that are given up. `open` resolves with the page, the same each time. */
export function fileChecks({ open, trial }: { open: () => Promise<TrialPage>; trial: TrialFiles }): Check[] {
  const { sizeBytes } = trial;
  const problem = z.string();
  return [
    {
      name: 'parts of files',
      proves: 'The page gets the bytes of a file that it asks for by Range, and no others.',
      async run() {
        const { addresses, run } = await open();
        const wrong = problem.parse(await run(askParts, { ...addresses, sizeBytes }));
        return wrong === '' ? ok('three parts and one beyond the end') : failed(`${wrong}. ${report}`);
      },
    },
    {
      name: 'large file',
      proves: 'A file as large as a raster comes whole and unchanged.',
      async run() {
        const { addresses, run } = await open();
        const started = performance.now();
        const wrong = problem.parse(await run(askWhole, { ...addresses, sizeBytes }));
        const seconds = (performance.now() - started) / 1_000;
        return wrong === ''
          ? ok(`${megabytes(sizeBytes)} at ${megabytes(sizeBytes / seconds)} per second`)
          : failed(`${wrong}. ${report}`);
      },
    },
    {
      name: 'request given up',
      proves: 'Work for a request ends when the page does not want its answer any more.',
      async run() {
        const { addresses, cancelPath, run } = await open();
        const end = z.string().parse(await run(giveUpWaiting, { ...addresses, cancelPath }));
        const { state } = await trial.fateOf('waiting');
        if (end !== 'given up') return failed(`the page was ${end}. ${report}`);
        return state === 'given up'
          ? ok('main has ended it too')
          : failed(`in main it is ${state}. ${report}`);
      },
    },
    {
      name: 'answer given up',
      proves: 'A body that the page does not want any more is not read to its end.',
      async run() {
        const { addresses, run } = await open();
        const at = z.number().parse(await run(giveUpWithin, addresses));
        const fate = await trial.fateOf('slow');
        if (fate.state === 'given up') return ok('main has stopped reading it');
        if (fate.state === 'ended' && fate.at <= at)
          return notTried('answers come whole here, so that none can be given up within');
        return failed(`in main it is ${fate.state}. ${report}`);
      },
    },
  ];
}
