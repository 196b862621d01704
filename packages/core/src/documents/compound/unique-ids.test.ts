import { expect, test } from 'vitest';
import { addUniqueId, createUniqueIds } from './unique-ids.ts';

type Resource = { readonly type: string; readonly id: string };

/** Adds resources such as `a 1` in turn. Returns how many of them the ids had to read again. */
function addAll(strings: readonly string[]): number {
  const added: Resource[] = [];
  let read = 0;
  const unique = createUniqueIds(function* (): Generator<Resource> {
    for (const it of added) {
      read++;
      yield it;
    }
  });
  for (const text of strings) {
    const [type = '', id = ''] = text.split(' ');
    addUniqueId(unique, type, id);
    added.push({ type, id });
  }
  return read;
}

test.each<[string, readonly string[], number]>([
  ['increasing ids of one type need no memory', ['a 8', 'a 9', 'a 10', 'a 11', 'a 100'], 0],
  ['ids of one length increase by their characters', ['a 05', 'a 06', 'a 1a', 'a 1b'], 0],
  ['the first id that is smaller reads all earlier resources, once', ['a 1', 'a 2', 'a 10', 'a 9', 'a 3', 'a 4'], 3],
  ['the first resource of another type as well', ['a 1', 'b 2', 'a 3', 'b 4'], 1],
])('%s', (_, strings, read) => {
  expect(addAll(strings)).toBe(read);
});

test.each([
  [['a 1', 'a 1']],
  [['a 1', 'a 2', 'a 1']],
  [['a 1', 'b 1', 'a 2', 'b 1']],
  [['a 10', 'a 9', 'a 10']],
  [['a 2', 'a 1', 'a 3', 'a 3']],
])('%j contains a resource twice', (strings) => {
  expect(() => addAll(strings)).toThrow(
    /"[ab]" "\d+" must occur only once in the primary data\. \(rule unique-resources\)/,
  );
});

test('ids of different types can be equal', () => {
  expect(() => addAll(['a 1', 'b 1', 'c 1'])).not.toThrow();
});
