import { expect, it } from 'vitest';
import { connectionIdSchema } from '../../../src-preload/contract/ids.ts';
import { AppError } from '../../core/app-error.ts';
import { withKeychainNotice } from './keychain-notice.ts';

it('raises one notice for each time that the keychain goes away', async () => {
  const id = connectionIdSchema.parse('one');
  let locked = true;
  let told = 0;
  const read = withKeychainNotice(
    async () => {
      if (locked) throw new AppError('KEYCHAIN_UNAVAILABLE', { reason: 'locked' });
      return null;
    },
    () => {
      told += 1;
    },
  );
  for (let times = 0; times < 3; times += 1)
    await expect(read(id)).rejects.toMatchObject({ code: 'KEYCHAIN_UNAVAILABLE' });
  expect(told).toBe(1);
  locked = false;
  await read(id);
  locked = true;
  await expect(read(id)).rejects.toMatchObject({ code: 'KEYCHAIN_UNAVAILABLE' });
  expect(told).toBe(2);
});
