import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readStream } from './read-stream.ts';

const decode = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes);

function readOf(stream: Readable, limit: number) {
  const calls: [string | undefined, string | undefined][] = [];
  readStream(stream, limit, (error, bytes) => calls.push([error?.message, decode(bytes)]));
  return calls;
}

function streamOf(...chunks: readonly (string | null | Error)[]): Readable {
  const rest = [...chunks];
  return new Readable({
    read() {
      const next = rest.shift();
      if (next instanceof Error) this.destroy(next);
      else if (next !== undefined) this.push(next === null ? null : Buffer.from(next));
    },
  });
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 10));

test.each([
  [[null], ''],
  [['abc', null], 'abc'],
  [['ab', 'c', 'de', null], 'abcde'],
])('joins %j', async (chunks, text) => {
  const calls = readOf(streamOf(...chunks), 5);
  await settled();
  expect(calls).toEqual([[undefined, text]]);
});

test('calls back in the turn of `end`', async () => {
  const stream = streamOf('a', null);
  const order: string[] = [];
  readStream(stream, 5, () => order.push('done'));
  stream.on('end', () => {
    order.push('end');
    queueMicrotask(() => order.push('next'));
  });
  await settled();
  expect(order).toEqual(['done', 'end', 'next']);
});

test('reads a body in chunks of one byte', async () => {
  const text = Array.from({ length: 20_000 }, (_, index) => String(index % 10));
  const calls = readOf(streamOf(...text, null), 20_000);
  await expect.poll(() => calls).toEqual([[undefined, text.join('')]]);
});

test.each([[['abcdef', 'g', null]], [['abc', 'def', null]], [['abc', 'def', new Error('gone')]]])(
  'passes one byte more than the limit of %j at once, and discards the rest, whatever happens to it',
  async (chunks) => {
    const stream = streamOf(...chunks);
    const calls = readOf(stream, 4);
    await settled();
    expect([calls, stream.destroyed]).toEqual([[[undefined, 'abcde']], true]);
  },
);

test.each([
  ['an error', (stream: Readable) => stream.destroy(new Error('gone')), 'gone'],
  ['a closed connection', (stream: Readable) => stream.destroy(), 'closed before'],
  ['chunks of text', (stream: Readable) => stream.setEncoding('utf8').push('b'), 'not read as bytes'],
])('%s is an error, once', async (_, act, message) => {
  const stream = new Readable({ read: () => undefined });
  const calls = readOf(stream, 9);
  if (message !== 'not read as bytes') stream.push('a');
  await settled();
  act(stream);
  await settled();
  stream.destroy(new Error('later'));
  await settled();
  expect(calls).toEqual([[expect.stringContaining(message), undefined]]);
});

test('a stream that has closed or ended before does not wait for an event', async () => {
  const closed = streamOf();
  closed.destroy();
  await settled();
  expect(readOf(closed, 9)).toEqual([[expect.stringContaining('closed before'), undefined]]);
  const ended = streamOf(null).resume();
  await settled();
  expect(readOf(ended, 9)).toEqual([[undefined, '']]);
});

test('reads a stream that middleware has paused', async () => {
  const stream = streamOf('a', null).pause();
  const calls = readOf(stream, 9);
  await settled();
  expect(calls).toEqual([[undefined, 'a']]);
});
