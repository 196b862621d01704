import { type RawBuilder, sql } from 'kysely';
import type { DatabaseColumn } from './database-schema.ts';

/** A date without a month or a day, which MySQL and MariaDB can store, and which no calendar has. */
const ZERO_DATE = /^\d{4}-(?:00|\d\d-00)/;

/** Returns null for a date that no calendar has, and any other value unchanged. */
export function withoutZeroDate(stored: unknown): unknown {
  return typeof stored === 'string' && ZERO_DATE.test(stored) ? null : stored;
}

/** Whether the value of a column is a date that a calendar has. */
export function hasDay(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`month(${column}) * day(${column}) > 0`;
}

/** Whether a column contains a date that no calendar has unless a row says otherwise. Records then contain null. */
export function hasZeroDefault({ default: value = '' }: Pick<DatabaseColumn, 'default'>): boolean {
  return ZERO_DATE.test(value.replace(/^'/, ''));
}
