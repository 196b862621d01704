import type { CollectionDescription, EndpointDescription } from '@linkage/server';
import { below } from '../schema/schema-difference.ts';
import { compareFilters } from './compare-field.ts';
import { comparePages } from './compare-page.ts';
import { compareNames } from './names.ts';
import type { Report } from './report.ts';

const bare = (field: string): string => field.replace(/^-/, '');

/** Adds the changes of the types, orders, filters, and pages of a collection of several types. */
export function compareCollection(
  before: EndpointDescription,
  after: EndpointDescription,
  pointer: string,
  report: Report,
): void {
  const [was, is] = [before.collection, after.collection];
  if (was === undefined || is === undefined) return;
  const { add } = report;
  const name = `${after.method} ${after.path}`;
  compareNames(before.types ?? [], after.types ?? [], {
    removed: (type) =>
      add('collection-type-removed', `${pointer}/types`, `${name} no longer contains "${type}".`, { before: type }),
    added: (type) => add('collection-type-added', `${pointer}/types`, `${name} contains "${type}".`, { after: type }),
  });
  const at = `${pointer}/collection`;
  compareNames(was.sort.map(bare), is.sort.map(bare), {
    removed: (field) => add('sort-removed', `${at}/sort`, `${name} can no longer be sorted by "${field}".`),
    added: (field) => add('sort-added', `${at}/sort`, `${name} can be sorted by "${field}".`),
  });
  if (was.sort[0] !== is.sort[0])
    add('default-sort-changed', `${at}/sort`, `${name} without \`sort\` has another order.`, {
      before: was.sort.slice(0, 1),
      after: is.sort.slice(0, 1),
    });
  const operatorsOf = (collection: CollectionDescription, field: string) =>
    [`${field}" of "${name}`, collection.filter[field] ?? []] as const;
  for (const field of new Set([...Object.keys(was.filter), ...Object.keys(is.filter)]))
    compareFilters(operatorsOf(was, field), operatorsOf(is, field), below(`${at}/filter`, field), report);
  comparePages(was.page, is.page, { pointer: `${at}/page`, name }, report);
}
