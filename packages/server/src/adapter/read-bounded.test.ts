import { expect, test } from 'vitest';
import { readBounded } from './read-bounded.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

async function* body(chunks: readonly string[], onGiven: (chunk: string) => void = () => {}) {
  for (const chunk of chunks) {
    onGiven(chunk);
    yield encode(chunk);
  }
}

test.each([
  [[], ''],
  [[''], ''],
  [['abc'], 'abc'],
  [['ab', '', 'cde'], 'abcde'],
])('joins %j', async (chunks, text) => {
  expect(decode(await readBounded(body(chunks), 5))).toBe(text);
});

test('returns one byte more than the limit, and discards the rest as it arrives', async () => {
  const given: string[] = [];
  expect(
    decode(
      await readBounded(
        body(['abc', 'def', 'ghi', 'j'], (it) => given.push(it)),
        4,
      ),
    ),
  ).toBe('abcde');
  expect(given.length).toBeLessThan(4);
  await expect.poll(() => given.length).toBe(4);
});

test.each([50_000, 49_999, Number.POSITIVE_INFINITY])('joins 50,000 chunks, limit %d', async (limit) => {
  const chunks = Array.from({ length: 50_000 }, (_, index) => String(index % 10));
  expect(decode(await readBounded(body(chunks), limit))).toBe(chunks.join(''));
});

test('does not keep or change buffers of the host', async () => {
  const buffer = encode('abc');
  async function* reused() {
    yield buffer;
    yield buffer.fill(120);
  }
  expect(decode(await readBounded(reused(), 10))).toBe('abcxxx');
});

test('cuts a chunk of any size', async () => {
  expect((await readBounded(body(['x'.repeat(1_000)]), 0)).length).toBe(1);
});

test('does not fail when the rest cannot be read', async () => {
  async function* broken() {
    yield encode('abc');
    throw new Error('gone');
  }
  expect(decode(await readBounded(broken(), 1))).toBe('ab');
});

test('rejects with the error of the stream', async () => {
  async function* broken() {
    yield encode('a');
    throw new Error('gone');
  }
  await expect(readBounded(broken(), 5)).rejects.toThrow('gone');
});
