import { expect, test } from 'vitest';
import { readBounded } from './read-bounded.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** A payload in chunks which notes how far it was read. */
function payload(chunks: readonly string[]) {
  const state = { given: 0, stopped: false };
  async function* read() {
    try {
      for (const chunk of chunks) {
        state.given += 1;
        yield encode(chunk);
      }
    } finally {
      state.stopped = true;
    }
  }
  return { state, chunks: read() };
}

test.each([
  [[], ''],
  [[''], ''],
  [['abc'], 'abc'],
  [['ab', '', 'cde'], 'abcde'],
])('joins %j', async (chunks, text) => {
  expect(decode(await readBounded(payload(chunks).chunks, 5))).toBe(text);
});

test('gives one byte more than the limit and stops', async () => {
  const { state, chunks } = payload(['abc', 'def', 'ghi']);
  expect(decode(await readBounded(chunks, 4))).toBe('abcde');
  expect(state).toEqual({ given: 2, stopped: true });
});

test('stops within a chunk of any size', async () => {
  const { state, chunks } = payload(['x'.repeat(1000), 'y']);
  expect((await readBounded(chunks, 0)).length).toBe(1);
  expect(state).toEqual({ given: 1, stopped: true });
});

test('fails as reading fails', async () => {
  async function* broken() {
    yield encode('a');
    throw new Error('gone');
  }
  await expect(readBounded(broken(), 5)).rejects.toThrow('gone');
});
