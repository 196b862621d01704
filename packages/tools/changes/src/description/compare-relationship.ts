import type { RelationshipDescription } from '@linkage/server';
import type { Place } from '../place.ts';
import { comparePages } from './compare-page.ts';
import { directionOf } from './directions.ts';

/** Adds the changes that only relationships can have. */
export function compareRelationship(
  name: string,
  before: RelationshipDescription,
  after: RelationshipDescription,
  { at }: Place,
): void {
  const direction = directionOf(before, after);
  const contains = (type: string, has: boolean) => `"${name}" can ${has ? '' : 'no longer '}contain "${type}".`;
  if (direction) at('targets').names(before.targets, after.targets, 'target', contains, { direction });
  at('include').flag(
    before.include,
    after.include,
    ['include-added', `Requests can include "${name}".`],
    ['include-removed', `Requests can no longer include "${name}".`],
  );
  for (const [kind, member] of [
    ['filter', 'filterPaths'],
    ['sort', 'sortPaths'],
  ] as const) {
    const text = (path: string, has: boolean) => `The ${kind} path "${name}.${path}" was ${has ? 'added' : 'removed'}.`;
    at(member).names(before[member], after[member], kind, text);
  }
  const inverse = `The inverse of "${name}" is ${after.inverse ?? 'not declared'}, instead of ${before.inverse ?? 'not declared'}.`;
  at('inverse').changed(before.inverse, after.inverse, 'inverse-changed', inverse);
  if (before.page !== undefined && after.page !== undefined)
    comparePages(before.page, after.page, `"${name}"`, at('page'));
}
