import { expect, it, vi } from 'vitest';
import { connectionIdSchema, type Scope, taskIdSchema } from '../../src-preload/contract/ids.ts';
import { createDomainEvents, type DomainEventName } from './domain-events.ts';

const scope: Scope = { connectionId: connectionIdSchema.parse('practice'), contractId: null };

function createRecorded() {
  const errors: [name: DomainEventName, error: unknown][] = [];
  const events = createDomainEvents({ onError: (name, error) => errors.push([name, error]) });
  return { events, errors };
}

it('tells listeners in the order in which they began to listen, before it returns', () => {
  const { events } = createRecorded();
  const told: string[] = [];
  events.on('tasks.synced', () => told.push('first'));
  events.on('tasks.synced', () => told.push('second'));
  events.on('orders.synced', () => told.push('other event'));
  events.emit('tasks.synced', scope);
  told.push('after');
  expect(told).toEqual(['first', 'second', 'after']);
});

it('hands on the payload as it is, however many parts it has', () => {
  const { events } = createRecorded();
  const [synced, sent, changed] = [vi.fn(), vi.fn(), vi.fn()];
  events.on('tasks.synced', synced);
  events.on('command.sent', sent);
  events.on('settings.changed', changed);
  const command = { kind: 'cancel-task' as const, taskId: taskIdSchema.parse(7) };
  events.emit('tasks.synced', scope);
  events.emit('command.sent', scope, command);
  events.emit('settings.changed');
  expect(synced.mock.calls).toEqual([[scope]]);
  expect(sent.mock.calls).toEqual([[scope, command]]);
  expect(changed.mock.calls).toEqual([[]]);
});

it('tells nobody where nobody listens', () => {
  const { events, errors } = createRecorded();
  events.emit('tasks.synced', scope);
  expect(errors).toEqual([]);
});

it('tells an event that a listener causes before the listeners that are still to come', () => {
  const { events } = createRecorded();
  const told: string[] = [];
  events.on('settings.changed', () => {
    told.push('settings, first');
    events.emit('library-folder.changed', '/before');
  });
  events.on('settings.changed', () => told.push('settings, second'));
  events.on('library-folder.changed', (before) => told.push(`folder after ${before}`));
  events.emit('settings.changed');
  expect(told).toEqual(['settings, first', 'folder after /before', 'settings, second']);
});

it('reports what a listener throws with the name of the event, and tells the others', () => {
  const { events, errors } = createRecorded();
  const failure = new Error('the disk is full');
  const second = vi.fn();
  events.on('tasks.synced', () => {
    throw failure;
  });
  events.on('tasks.synced', second);
  expect(() => events.emit('tasks.synced', scope)).not.toThrow();
  expect(second).toHaveBeenCalledTimes(1);
  expect(errors).toEqual([['tasks.synced', failure]]);
});

it('reports a rejection of a listener that goes on after the event', async () => {
  const { events, errors } = createRecorded();
  const failure = new Error('no answer');
  events.on('tasks.synced', () => Promise.reject(failure));
  events.emit('tasks.synced', scope);
  await vi.waitFor(() => expect(errors).toEqual([['tasks.synced', failure]]));
});

it('tells who has unsubscribed nothing more, not even of the event that is being told', () => {
  const { events } = createRecorded();
  const [second, third] = [vi.fn(), vi.fn()];
  events.on('tasks.synced', () => stopSecond());
  const stopSecond = events.on('tasks.synced', second);
  events.on('tasks.synced', third);
  events.emit('tasks.synced', scope);
  expect(second).not.toHaveBeenCalled();
  expect(third).toHaveBeenCalledTimes(1);
  stopSecond();
  events.emit('tasks.synced', scope);
  expect(third).toHaveBeenCalledTimes(2);
});

it('tells who begins to listen during an event of the next one', () => {
  const { events } = createRecorded();
  const late = vi.fn();
  const stop = events.on('tasks.synced', () => {
    stop();
    events.on('tasks.synced', late);
  });
  events.emit('tasks.synced', scope);
  expect(late).not.toHaveBeenCalled();
  events.emit('tasks.synced', scope);
  expect(late).toHaveBeenCalledTimes(1);
});

it('ends one of two subscriptions of the same function alone', () => {
  const { events } = createRecorded();
  const listener = vi.fn();
  const stop = events.on('tasks.synced', listener);
  events.on('tasks.synced', listener);
  stop();
  events.emit('tasks.synced', scope);
  expect(listener).toHaveBeenCalledTimes(1);
});
