import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { ReadRequest } from '../http.ts';
import { connectionOf } from './connection-of.ts';

interface State {
  destroyed: boolean;
  writableEnded: boolean;
}

function responseWith<Given extends { writableEnded: boolean }>(state: Given): EventEmitter & Given {
  return Object.assign(new EventEmitter(), state);
}

const request = { method: 'GET', url: '/articles', headers: {} };

test('calls the listener when the connection closes', () => {
  const response = responseWith<State>({ destroyed: false, writableEnded: false });
  const connection = connectionOf(response);
  const calls: string[] = [];
  connection.onGone(() => calls.push('gone'));
  expect([connection.isGone(), calls]).toEqual([false, []]);
  response.destroyed = true;
  response.emit('close');
  expect([connection.isGone(), calls]).toEqual([true, ['gone']]);
});

test('the signal of a request listens to the response when it is read, and only then', () => {
  const response = responseWith<State>({ destroyed: false, writableEnded: false });
  const received = new ReadRequest({ ...request, connection: connectionOf(response) });
  expect(response.listenerCount('close')).toBe(0);
  const { signal } = received;
  expect([received.signal === signal, response.listenerCount('close')]).toEqual([true, 1]);
  response.emit('close');
  expect(signal?.aborted).toBe(true);
  // A copy of a request keeps its signal.
  expect({ ...received }.signal).toBe(signal);
});

test('a response that is written does not lose its client', () => {
  const response = responseWith<State>({ destroyed: false, writableEnded: false });
  const { signal } = new ReadRequest({ ...request, connection: connectionOf(response) });
  response.writableEnded = true;
  response.emit('close');
  expect(signal?.aborted).toBe(false);
});

test.each([
  [{ destroyed: true, writableEnded: false }, true],
  [{ destroyed: true, writableEnded: true }, false],
  [{ destroyed: false, writableEnded: true }, false],
  // Responses of `node:http2` have a stream instead of `destroyed`, and those of tests can have neither.
  [{ stream: { destroyed: true }, writableEnded: false }, true],
  [{ stream: { destroyed: false }, writableEnded: false }, false],
  [{ writableEnded: false }, false],
])('the client of a response that is %j is gone: %s', (state, isGone) => {
  const connection = connectionOf(responseWith(state));
  expect([connection.isGone(), new ReadRequest({ ...request, connection }).signal?.aborted]).toEqual([isGone, isGone]);
});
