import { expect, it } from 'vitest';
import { mapMessage } from '../../../../testing/map-message.ts';
import { unusable } from '../unusable.ts';
import { createMapFiles } from './map-files.ts';

const place = { z: 0, x: 0, y: 0 };

it('leaves a file alone that held the thread, until it is inspected again', async () => {
  const asked: unknown[] = [];
  const files = createMapFiles({
    thread: {
      ask: async (question) => {
        asked.push(question);
        throw unusable('too-slow');
      },
      close: async () => undefined,
    },
  });
  const tile = () => files.tile('/maps/heavy.pmtiles', place).catch(mapMessage);
  const first = await tile();
  expect(await tile()).toBe(first);
  expect(asked).toHaveLength(1);
  await files.tile('/maps/other.pmtiles', place).catch(mapMessage);
  expect(asked).toHaveLength(2);
  await files.inspect('/maps/heavy.pmtiles').catch(mapMessage);
  expect(asked).toHaveLength(3);
});
