import type { PageDescription } from '@linkage/server';
import type { Place } from '../place.ts';

/** Adds the changes of the pages of a collection or of a to-many relationship. */
export function comparePages(before: PageDescription, after: PageDescription, name: string, { at }: Place): void {
  const strategy = `Pages of ${name} have the strategy "${after.strategy}", instead of "${before.strategy}".`;
  at('strategy').changed(before.strategy, after.strategy, 'page-strategy-changed', strategy);
  if (before.strategy === after.strategy)
    at('names').names(
      before.names,
      after.names,
      'page-name',
      (it, has) => `Pages of ${name} ${has ? 'have' : 'no longer have'} the parameter \`page[${it}]\`.`,
    );
  const size = `The default page size of ${name} is ${after.size}, instead of ${before.size}.`;
  at('size').changed(before.size, after.size, 'page-size-changed', size);
  const [was, is] = [before.maximum, after.maximum];
  const maximum = `The maximum page size of ${name} is ${is ?? 'not limited'}, instead of ${was ?? 'not limited'}.`;
  at('maximum').changed(was, is, isLower(was, is) ? 'page-maximum-lowered' : 'page-maximum-raised', maximum);
  const [shown, shows] = [before.includedSize, after.includedSize];
  const members = `Included resources show ${shows ?? 'all'} members of ${name}, instead of ${shown ?? 'all'}.`;
  const rule = isLower(shown, shows) ? 'included-size-lowered' : 'included-size-raised';
  at('includedSize').changed(shown, shows, rule, members);
  const [total, totals] = [before.total, after.total];
  const message = `Responses contain the total of ${name} ${totalText(totals)}, instead of ${totalText(total)}.`;
  const step = totalOrder.indexOf(totals) < totalOrder.indexOf(total) ? 'total-removed' : 'total-added';
  at('total').changed(total, totals, step, message);
  if (total === 'never' || totals === 'never') return;
  const renamed = `The total of ${name} is "${after.totalName}" of \`meta\`, instead of "${before.totalName}".`;
  at('totalName').changed(before.totalName, after.totalName, 'total-renamed', renamed);
}

/** Whether a limit is lower than before. Null means no limit. */
export function isLower(before: number | null, after: number | null): boolean {
  return (after ?? Number.POSITIVE_INFINITY) < (before ?? Number.POSITIVE_INFINITY);
}

const totalOrder: readonly PageDescription['total'][] = ['never', 'on-request', 'always'];

function totalText(total: PageDescription['total']): string {
  return total === 'on-request' ? 'on request' : total;
}
