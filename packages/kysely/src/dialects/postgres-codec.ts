import type { ColumnType } from '@linkage/storage';
import { sql } from 'kysely';
import { type ColumnCodec, castTo, instantText, plain, shortened } from './column-codec.ts';
import { isLarge } from './is-large.ts';

/**
 * Instants are texts in UTC: a `Date` has milliseconds only. Instants before the year 1, after the year 9999, and infinite ones do not
 * have such a text, so they are read as PostgreSQL writes them.
 */
function timestampCodec(type: ColumnType): ColumnCodec {
  const read: ColumnCodec['read'] = (column) => {
    const utc = type.isLocal === true ? column : sql`(${column} at time zone 'UTC')`;
    const text = shortened(sql`to_char(${utc}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`);
    return sql`case when ${utc} >= '0001-01-01' and ${utc} < '10000-01-01' then ${text} else ${utc}::text end`;
  };
  return { ...plain, read, encode: instantText(type) };
}

/** Returns the codec of a type. Drivers make a local midnight of a date, and a number or a bigint of an integer of 64 bits. */
export function postgresCodec(type: ColumnType): ColumnCodec {
  if (type.kind === 'timestamp') return timestampCodec(type);
  return type.kind === 'date' || isLarge(type) ? { ...plain, read: castTo('text') } : plain;
}
