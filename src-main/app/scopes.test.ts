import { expect, it } from 'vitest';
import { testScope } from '../../testing/task-rows.ts';
import { AppError } from '../core/app-error.ts';
import { createScopes } from './scopes.ts';

it('the time at the service is unknown for a connection that is not there any more, and for imported scenes', () => {
  const { serviceTime } = createScopes({
    session: {
      named: () => [],
      activeScope: () => null,
      record(id) {
        throw new AppError('NOT_FOUND', { what: `connection ${id}` });
      },
    },
    contracts: { list: () => [], nameOf: () => null },
    serviceClock: { now: () => 1 },
  });
  expect([serviceTime(testScope, 'task'), serviceTime(testScope, 'order')]).toEqual([null, null]);
});
