import type { CollectionDescription, EndpointDescription } from '@linkage/server';
import type { Place } from '../place.ts';
import { compareFilters } from './compare-field.ts';
import { comparePages } from './compare-page.ts';

const bare = (field: string): string => field.replace(/^-/, '');

/** Adds the changes of the types, orders, filters, and pages of a collection of several types. */
export function compareCollection(before: EndpointDescription, after: EndpointDescription, { at }: Place): void {
  const [was, is] = [before.collection, after.collection];
  if (was === undefined || is === undefined) return;
  const name = `${after.method} ${after.path}`;
  at('types').names(
    before.types ?? [],
    after.types ?? [],
    'collection-type',
    (type, has) => `${name} ${has ? '' : 'no longer '}contains "${type}".`,
  );
  const collection = at('collection');
  collection
    .at('sort')
    .names(
      was.sort.map(bare),
      is.sort.map(bare),
      'sort',
      (field, has) => `${name} can ${has ? '' : 'no longer '}be sorted by "${field}".`,
    );
  if (was.sort[0] !== is.sort[0]) {
    const values = { before: was.sort.slice(0, 1), after: is.sort.slice(0, 1) };
    collection.at('sort').add('default-sort-changed', `${name} without \`sort\` has another order.`, values);
  }
  const operatorsOf = ({ filter }: CollectionDescription, field: string) => filter[field] ?? [];
  for (const field of new Set([...Object.keys(was.filter), ...Object.keys(is.filter)]))
    compareFilters(
      `${field}" of "${name}`,
      operatorsOf(was, field),
      operatorsOf(is, field),
      collection.at('filter', field),
    );
  comparePages(was.page, is.page, name, collection.at('page'));
}
