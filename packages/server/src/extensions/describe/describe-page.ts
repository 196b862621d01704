import { offsetStrategy, type PaginationStrategy, pageNumberStrategy } from '@linkage/core/http';
import type { SettledRules } from '../../request/pagination/page-rules.ts';
import type { PageDescription } from './collection-description.ts';
import { orNull } from './or-null.ts';

function nameOf(strategy: PaginationStrategy): PageDescription['strategy'] {
  if (strategy === pageNumberStrategy) return 'page-number';
  if (strategy === offsetStrategy) return 'offset';
  const isCursor = ['after', 'before'].every((name) => strategy.names.includes(name));
  return isCursor ? 'cursor' : 'other';
}

/** Describes the pages of a collection. */
export function describePage(rules: SettledRules): PageDescription {
  const { strategy, pageSize, pageSizeMaximum, total, totalName, includedSize } = rules;
  return {
    strategy: nameOf(strategy),
    names: [...strategy.names],
    sizeName: strategy.sizeName,
    size: pageSize,
    maximum: orNull(pageSizeMaximum),
    total,
    totalName,
    includedSize: orNull(includedSize),
  };
}
