import { expect, it } from 'vitest';
import { createPageMain } from '../../../testing/page/page-main.ts';
import { createPageErrorLog } from './page-error-log.ts';

const createLog = () => {
  const main = createPageMain((os) => ({
    app: { reportPageError: os.app.reportPageError.handler(() => undefined) },
  }));
  return { log: createPageErrorLog(main.client), reported: () => main.asked('app.reportPageError') };
};

it('an error of the page is told to main with its stack and the parts around it, once', () => {
  const { log, reported } = createLog();
  const error = new RangeError('Invalid argument: -1');
  log.report(error, '\n    at Palette\n    at Shell');
  log.report(error, '\n    at Palette\n    at Shell');
  log.report('a text that was thrown');
  expect(reported()).toEqual([
    {
      stack: expect.stringMatching(/^RangeError: Invalid argument: -1\n {4}at /),
      parts: '\n    at Palette\n    at Shell',
    },
    { stack: 'a text that was thrown', parts: '' },
  ]);
});

it('an error of any length is cut to what main accepts', async () => {
  const { log, reported } = createLog();
  log.report(new Error('x'.repeat(1_000_000)), 'y'.repeat(1_000_000));
  expect(reported()).toEqual([{ stack: expect.any(String), parts: expect.any(String) }]);
});

it('errors without end do not fill the log', () => {
  const { log, reported } = createLog();
  for (let n = 0; n < 1_000; n += 1) log.report(new Error(`${n}`));
  expect(reported()).toHaveLength(100);
});
