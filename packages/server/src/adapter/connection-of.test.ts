import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { connectionOf } from './connection-of.ts';

function responseWith(state: { destroyed: boolean; writableEnded: boolean }) {
  return Object.assign(new EventEmitter(), state);
}

test('listens to the response when the signal is read, and only then', () => {
  const response = responseWith({ destroyed: false, writableEnded: false });
  const connection = connectionOf(response);
  expect([connection.isGone(), response.listenerCount('close')]).toEqual([false, 0]);
  const { signal } = connection;
  expect([connection.signal === signal, response.listenerCount('close')]).toEqual([true, 1]);
  response.destroyed = true;
  response.emit('close');
  expect([signal.aborted, connection.isGone()]).toEqual([true, true]);
});

test.each([
  [{ destroyed: true, writableEnded: false }, true],
  [{ destroyed: true, writableEnded: true }, false],
  [{ destroyed: false, writableEnded: true }, false],
])('a response that is %j is gone: %s', (state, isGone) => {
  const connection = connectionOf(responseWith(state));
  expect([connection.isGone(), connection.signal.aborted]).toEqual([isGone, isGone]);
});
