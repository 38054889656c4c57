import { expect, it } from 'vitest';
import { librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { openTestStore } from '../../../testing/open-test-store.ts';
import { libraryMigrations } from '../library/tables.ts';
import { createBesideReading } from './beside-reading.ts';
import { createReviewTable } from './review-table.ts';
import { reviewsMigrations } from './tables.ts';

it('asks the thread nothing after it was closed, because a question would start it again', async () => {
  const database = openTestStore([...libraryMigrations, ...reviewsMigrations]);
  try {
    const { store } = database;
    const asked: string[] = [];
    const reading = createBesideReading({
      store,
      table: createReviewTable({ store, newWriter: () => 'w' }),
      thread: {
        ask: (question: { ask: string }) => {
          asked.push(question.ask);
          return Promise.reject(new Error('the folder cannot be read'));
        },
        end: async () => void asked.push('end'),
      },
      find: () => [],
      accept: () => false,
      noteMissing: () => false,
      changed: () => undefined,
    });
    const scene = librarySceneIdSchema.parse(1);
    await expect(reading.read(scene, '/scene')).rejects.toThrow('cannot be read');
    await reading.close();
    await reading.read(scene, '/scene');
    expect(asked).toEqual(['beside', 'end']);
  } finally {
    database.remove();
  }
});
