import { describe, expect, test } from 'vitest';
import { canonical, firstDifference } from './equality.ts';
import { serializeByHand } from './limit.ts';
import { readByHand } from './limit-reader.ts';
import { readByLinkage, serializeByLinkage } from './linkage.ts';
import { makeWorkload } from './workload.ts';

describe.each(['a', 'b', 'dates', 'links'])('workload %s', (name) => {
  const workload = makeWorkload(name);
  const wanted = canonical(serializeByHand(workload));

  test('serialize gives its text', () => {
    expect(firstDifference(wanted, canonical(serializeByLinkage(workload)))).toBeUndefined();
  });
});

test('the reader gives the records back', () => {
  const workload = makeWorkload('b');
  const read = readByHand(serializeByHand(workload));
  expect(read).toMatchObject(workload.records as readonly object[] as object[]);
});

test('deserialize gives what the reader gives, one object for each resource', () => {
  const text = serializeByHand(makeWorkload('b'));
  const read = readByLinkage(text);
  expect(firstDifference(readByHand(text), read)).toBeUndefined();
  const people = (read as ReturnType<typeof readByHand>).map(({ author }) => author);
  expect(new Set(people).size).toBe(new Set(people.map((it) => it?.id)).size);
});

test('a workload is the same every time', () => {
  expect(makeWorkload('b')).toEqual(makeWorkload('b'));
});
