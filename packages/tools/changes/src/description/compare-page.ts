import type { PageDescription } from '@linkage/server';
import { compareNames } from './names.ts';
import type { Report } from './report.ts';

/** Adds the changes of the pages of a collection or of a to-many relationship. */
export function comparePages(
  before: PageDescription,
  after: PageDescription,
  { pointer, name }: { readonly pointer: string; readonly name: string },
  report: Report,
): void {
  const { add } = report;
  if (before.strategy !== after.strategy) {
    const message = `Pages of ${name} have the strategy "${after.strategy}", instead of "${before.strategy}".`;
    add('page-strategy-changed', `${pointer}/strategy`, message, { before: before.strategy, after: after.strategy });
  } else {
    compareNames(before.names, after.names, {
      removed: (it) =>
        add('page-name-removed', `${pointer}/names`, `Pages of ${name} no longer have the parameter \`page[${it}]\`.`, {
          before: it,
        }),
      added: (it) =>
        add('page-name-added', `${pointer}/names`, `Pages of ${name} have the parameter \`page[${it}]\`.`, {
          after: it,
        }),
    });
  }
  if (before.size !== after.size) {
    const message = `The default page size of ${name} is ${after.size}, instead of ${before.size}.`;
    add('page-size-changed', `${pointer}/size`, message, { before: before.size, after: after.size });
  }
  const [was, is] = [before.maximum, after.maximum];
  if (was !== is) {
    const message = `The maximum page size of ${name} is ${is ?? 'not limited'}, instead of ${was ?? 'not limited'}.`;
    const rule = isLower(was, is) ? 'page-maximum-lowered' : 'page-maximum-raised';
    add(rule, `${pointer}/maximum`, message, { before: was, after: is });
  }
  const [shown, shows] = [before.includedSize, after.includedSize];
  if (shown !== shows) {
    const message = `Included resources show ${shows ?? 'all'} members of ${name}, instead of ${shown ?? 'all'}.`;
    const rule = isLower(shown, shows) ? 'included-size-lowered' : 'included-size-raised';
    add(rule, `${pointer}/includedSize`, message, { before: shown, after: shows });
  }
  compareTotals(before, after, { pointer, name }, report);
}

/** Whether a limit is lower than before. Null means no limit. */
export function isLower(before: number | null, after: number | null): boolean {
  return (after ?? Number.POSITIVE_INFINITY) < (before ?? Number.POSITIVE_INFINITY);
}

const totalOrder: readonly PageDescription['total'][] = ['never', 'on-request', 'always'];

function compareTotals(
  before: PageDescription,
  after: PageDescription,
  { pointer, name }: { readonly pointer: string; readonly name: string },
  { add }: Report,
): void {
  const step = totalOrder.indexOf(after.total) - totalOrder.indexOf(before.total);
  if (step !== 0) {
    const message = `Responses contain the total of ${name} ${totalText(after.total)}, instead of ${totalText(before.total)}.`;
    add(step < 0 ? 'total-removed' : 'total-added', `${pointer}/total`, message, {
      before: before.total,
      after: after.total,
    });
  }
  if (before.total !== 'never' && after.total !== 'never' && before.totalName !== after.totalName) {
    const message = `The total of ${name} is "${after.totalName}" of \`meta\`, instead of "${before.totalName}".`;
    add('total-renamed', `${pointer}/totalName`, message, { before: before.totalName, after: after.totalName });
  }
}

function totalText(total: PageDescription['total']): string {
  return total === 'on-request' ? 'on request' : total;
}
