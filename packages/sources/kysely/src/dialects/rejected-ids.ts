import type { ColumnType } from '../columns/column-type.ts';

/** Returns the reason why a column of a type cannot be an id, or undefined if it can be one. `isPart`: the id has other columns as well. */
export type RejectedId = (type: ColumnType, isPart: boolean) => string | undefined;

/** The types of each database that cannot be ids. */
export const rejectedIds: Readonly<Record<'sqlite' | 'postgres' | 'mysql', RejectedId>> = {
  postgres: () => undefined,
  mysql({ kind, isLocal }) {
    return kind === 'timestamp' && isLocal !== true
      ? 'its string depends on the time zone of the session. Use the type `datetime`'
      : undefined;
  },
  sqlite({ kind }, isPart) {
    if (kind === 'binary') return 'its values can be strings, too, so bytes do not have a string of their own';
    return kind === 'float' && isPart
      ? 'the string of a floating-point number in a longer string is not exact'
      : undefined;
  },
};
