import type { SourceObstacles } from '@linkage/server';
import { checkedLinks } from '../mapping/stored-fields.ts';
import type { Table } from '../mapping/table.ts';
import { missingOfPage } from '../reading/missing-indexes.ts';
import { mustReadAfterInsert, mustReadAfterWrite } from '../statements/row-filter.ts';

/** Returns the orders of a type whose pages read or sort all rows, with the indexes that they lack. */
function slowPages(table: Table): readonly string[] {
  if (table.known(table.name) === undefined) return ['Without the database schema, its indexes are unknown.'];
  const sorted = [...table.columns.keys()].filter((name) => table.type.attributes.get(name)?.sort === true);
  return ['id', ...sorted].flatMap((field) => {
    const missing = missingOfPage(table, { filter: [], sort: [{ field, descending: false }], restriction: undefined });
    return missing.length === 0
      ? []
      : [`\`sort=${field}\` sorts all rows without an index on ${missing.join(', and ')}.`];
  });
}

/**
 * Returns why a source does not declare what it could.
 *
 * @param readAgain Why records are read again after writes.
 * @param createsAll Whether one statement can create several resources.
 */
export function obstaclesOf(table: Table, readAgain: readonly string[], createsAll: boolean): SourceObstacles {
  const checked = new Set(checkedLinks(table, []).relationships);
  const unchecked = [...table.storages.keys()].filter((name) => !checked.has(name));
  const again = table.dialect.returning
    ? 'The row is read again in the transaction: its `where`, its links, or expressions depend on other rows.'
    : 'The database does not return the rows that it writes, so they are read again in the transaction.';
  const whyAgain = (isRead: boolean): readonly string[] => (isRead || !table.dialect.returning ? [again] : []);
  return {
    create: whyAgain(mustReadAfterInsert(table)),
    update: whyAgain(mustReadAfterWrite(table)),
    returnsWritten: readAgain,
    createAll: createsAll
      ? []
      : [
          'The rows of one insert cannot be told apart: the database makes their ids, and not as an integer that it counts.',
        ],
    checksLinks: unchecked.map((name) => `The database schema shows no foreign key that checks "${name}".`),
    pages: slowPages(table),
  };
}
