import { expect, test } from 'vitest';
import { LocalIds } from './local-ids.ts';

/** Returns what each step of a request returns: `+type lid id` creates a resource, `type lid id` mentions both ids. */
function resultsOf(steps: readonly string[], localIds: LocalIds = new LocalIds()): readonly boolean[] {
  return steps.map((step) => {
    const [name = '', lid = '', id] = step.split(' ');
    if (name.startsWith('+')) return localIds.create({ type: name.slice(1), lid, id });
    return localIds.pair(name, { lid, id: id ?? '' });
  });
}

test.each<[string, readonly string[], readonly boolean[]]>([
  ['two resources', ['+a x', '+a y'], [true, true]],
  ['one local id of two types', ['+a x', '+b x'], [true, true]],
  ['one local id of two resources', ['+a x', '+a x'], [true, false]],
  ['one local id of two resources with ids', ['+a x 1', '+a x 2'], [true, false]],
  ['a resource that is mentioned again', ['+a x 1', 'a x 1', 'a x 1'], [true, true, true]],
  ['a resource that is mentioned with another id', ['+a x 1', 'a x 2'], [true, false]],
  ['a resource that is mentioned with another local id', ['a x 1', 'a y 1'], [true, false]],
  ['a local id that is mentioned with another id', ['a x 1', 'a x 2'], [true, false]],
  ['a new resource without an id that is mentioned with one', ['+a x', 'a x 1'], [true, false]],
  ['a new resource that was mentioned before', ['a x 1', '+a x 1'], [true, true]],
  ['a new resource that was mentioned before with another id', ['a x 1', '+a x 2'], [true, false]],
  ['a new resource without an id that was mentioned with one', ['a x 1', '+a x'], [true, false]],
  ['resources of other types with the same ids', ['a x 1', 'b x 2', 'c y 1'], [true, true, true]],
  ['what contradicts the first mention, again', ['a x 1', 'a y 1', 'a x 1', 'a y 1'], [true, false, true, false]],
])('%s', (_, steps, expected) => {
  expect(resultsOf(steps)).toEqual(expected);
});

test('a resource is found by its type and local id', () => {
  const localIds = new LocalIds();
  expect(localIds.created('a', 'x')).toBeUndefined();
  resultsOf(['+a x 1', 'a y 2'], localIds);
  expect(localIds.created('a', 'x')).toEqual({ type: 'a', lid: 'x', id: '1' });
  expect(localIds.created('b', 'x')).toBeUndefined();
  expect(localIds.created('a', 'y')).toBeUndefined();
});
