import type { RelationshipDescription } from '@linkage/server';
import { comparePages } from './compare-page.ts';
import { commonUse, directionOf } from './directions.ts';
import { compareNames } from './names.ts';
import type { Report } from './report.ts';

/** Adds the changes that only relationships can have. */
export function compareRelationship(
  name: string,
  before: RelationshipDescription,
  after: RelationshipDescription,
  pointer: string,
  report: Report,
): void {
  const { add } = report;
  const direction = directionOf(commonUse(before, after));
  compareNames(before.targets, after.targets, {
    removed: (type) => {
      if (direction)
        add('target-removed', `${pointer}/targets`, `"${name}" can no longer contain "${type}".`, {
          direction,
          before: type,
        });
    },
    added: (type) => {
      if (direction)
        add('target-added', `${pointer}/targets`, `"${name}" can contain "${type}".`, { direction, after: type });
    },
  });
  if (before.include && !after.include)
    add('include-removed', `${pointer}/include`, `Requests can no longer include "${name}".`);
  if (!before.include && after.include) add('include-added', `${pointer}/include`, `Requests can include "${name}".`);
  comparePaths(
    name,
    { kind: 'filter', before: before.filterPaths, after: after.filterPaths },
    `${pointer}/filterPaths`,
    report,
  );
  comparePaths(
    name,
    { kind: 'sort', before: before.sortPaths, after: after.sortPaths },
    `${pointer}/sortPaths`,
    report,
  );
  if (before.inverse !== after.inverse) {
    const message = `The inverse of "${name}" is ${after.inverse ?? 'not declared'}, instead of ${before.inverse ?? 'not declared'}.`;
    add('inverse-changed', `${pointer}/inverse`, message, { before: before.inverse, after: after.inverse });
  }
  if (before.page !== undefined && after.page !== undefined) {
    comparePages(before.page, after.page, { pointer: `${pointer}/page`, name: `"${name}"` }, report);
  }
}

function comparePaths(
  name: string,
  {
    kind,
    before,
    after,
  }: { readonly kind: 'filter' | 'sort'; readonly before: readonly string[]; readonly after: readonly string[] },
  pointer: string,
  { add }: Report,
): void {
  compareNames(before, after, {
    removed: (path) =>
      add(`${kind}-removed`, pointer, `The ${kind} path "${name}.${path}" was removed.`, { before: path }),
    added: (path) => add(`${kind}-added`, pointer, `The ${kind} path "${name}.${path}" was added.`, { after: path }),
  });
}
