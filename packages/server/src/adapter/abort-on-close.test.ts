import { expect, test } from 'vitest';
import { abortOnClose } from './abort-on-close.ts';

function responseThat(state: { destroyed: boolean; writableEnded: boolean }) {
  const listeners: (() => void)[] = [];
  const response = Object.assign(state, { once: (_: 'close', listener: () => void) => listeners.push(listener) });
  const close = () => {
    for (const listener of listeners) listener();
  };
  return { response, close };
}

test('aborts when the connection closes before the response ended', () => {
  const { response, close } = responseThat({ destroyed: false, writableEnded: false });
  const signal = abortOnClose(response);
  expect(signal.aborted).toBe(false);
  close();
  expect(signal.aborted).toBe(true);
});

test('does not abort when the response ended', () => {
  const { response, close } = responseThat({ destroyed: false, writableEnded: false });
  const signal = abortOnClose(response);
  response.writableEnded = true;
  close();
  expect(signal.aborted).toBe(false);
});

test('is aborted when the connection closed earlier', () => {
  expect(abortOnClose(responseThat({ destroyed: true, writableEnded: false }).response).aborted).toBe(true);
  expect(abortOnClose(responseThat({ destroyed: true, writableEnded: true }).response).aborted).toBe(false);
});
