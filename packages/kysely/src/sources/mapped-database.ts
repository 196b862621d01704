import { dialectOf } from '../dialects/dialect-of.ts';
import type { MappedDatabase, Warn } from '../mapping/known-table.ts';
import { storedNames } from '../mapping/stored-names.ts';
import type { Executor } from '../statements/transaction.ts';
import type { KyselySourceOptions } from './source-options.ts';

/** Returns a function that reports warnings. */
function warnBy(onWarning: NonNullable<KyselySourceOptions['onWarning']>): Warn {
  const reported = new Set<string>();
  return (given, message) => {
    const where = given.replace(/^createKyselySources: /, '');
    // The parts of a relationship with several target types can have one join table.
    const text = `${where}: ${message}`;
    if (reported.has(text)) return;
    reported.add(text);
    onWarning(Object.freeze({ where, message }));
  };
}

/** Returns the database of a mapping: its dialect, its tables as far as they are known, and who receives warnings. */
export function mappedDatabase(
  db: Executor,
  { catalog, onWarning }: Pick<KyselySourceOptions, 'catalog' | 'onWarning'>,
): MappedDatabase {
  const names = catalog === undefined ? undefined : storedNames(db);
  return {
    ...{ dialect: dialectOf(db), catalog },
    ...(names !== undefined && { names }),
    ...(onWarning !== undefined && { warn: warnBy(onWarning) }),
  };
}
