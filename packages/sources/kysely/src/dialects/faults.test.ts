/** The meanings of the error codes of databases. */

import { expect, test } from 'vitest';
import type { DriverError } from '../failures/violation.ts';
import type { Fault } from './failure.ts';
import { mysqlDialect } from './mysql.ts';
import { postgresDialect } from './postgres.ts';
import { sqliteDialect } from './sqlite.ts';

const faultOf = (dialect: typeof sqliteDialect, members: object, message = 'x') =>
  dialect.faultOf(Object.assign(new Error(message), members) as DriverError);

test.each<[code: string, fault: Fault | undefined, what: string]>([
  ['40001', 'conflict', 'serialization failure'],
  ['40P01', 'conflict', 'deadlock'],
  ['40000', 'conflict', 'rolled back, of class 40'],
  ['40XYZ', 'conflict', 'unknown code of class 40'],
  ['55P03', 'conflict', 'lock not available'],
  ['40003', 'unavailable', 'CockroachDB: the result of the commit is ambiguous'],
  ['08007', 'unavailable', 'transaction resolution unknown'],
  ['08XYZ', 'unavailable', 'unknown code of class 08'],
  ['25006', 'unavailable', 'a standby, or a primary that was demoted'],
  ['57P01', 'unavailable', 'shutdown by an operator'],
  ['53300', 'unavailable', 'too many connections'],
  ['57014', 'timeout', 'statement_timeout'],
  ['25P04', 'timeout', 'transaction_timeout of PostgreSQL 17'],
  ['40002', undefined, 'a constraint at the end of the transaction'],
  ['25P02', undefined, 'a statement after one that failed'],
  ['42601', undefined, 'a syntax error'],
  ['4000', undefined, 'no SQLSTATE'],
])('PostgreSQL %s: %s (%s)', (code, fault) => {
  expect(faultOf(postgresDialect, { code })).toBe(fault);
});

test.each<[errno: number, fault: Fault | undefined, message: string]>([
  [1213, 'conflict', 'Deadlock found when trying to get lock; try restarting transaction'],
  [1205, 'conflict', 'Lock wait timeout exceeded'],
  [1568, 'conflict', "Transaction characteristics can't be changed while a transaction is in progress"],
  [3101, 'conflict', 'Plugin instructed the server to rollback the current transaction.'],
  [8022, 'conflict', 'Error: KV error safe to retry'],
  [8028, 'conflict', 'Information schema is changed during the execution of the statement'],
  [9007, 'conflict', 'Write conflict, txnStartTS=1'],
  [9005, 'unavailable', 'Region is unavailable'],
  [1047, 'unavailable', 'WSREP has not yet prepared node for application use'],
  [1047, undefined, 'Unknown command'],
  [1180, 'unavailable', 'Got error 6 "No such device or address" during COMMIT'],
  [1290, 'unavailable', 'The MySQL server is running with the --read-only option'],
  [1792, 'unavailable', 'Cannot execute statement in a READ ONLY transaction.'],
  [3032, 'unavailable', 'The server is currently in offline mode'],
  [3100, 'unavailable', "Error on observer while running replication hook 'before_commit'."],
  [1105, 'unavailable', 'target: shop.-80.primary: vttablet: rpc error: code = Unavailable desc = not serving'],
  [1105, undefined, 'Unknown error'],
  [3024, 'timeout', 'Query execution was interrupted, maximum statement execution time exceeded'],
  [1064, undefined, 'You have an error in your SQL syntax'],
])('MySQL and those that speak like it, %i: %s (%s)', (errno, fault, message) => {
  expect(faultOf(mysqlDialect, { errno, sqlState: 'HY000' }, message)).toBe(fault);
});

test.each<[sqlState: string, fault: Fault | undefined]>([
  ['40001', 'conflict'],
  ['40000', 'conflict'],
  ['40003', 'unavailable'],
  ['08S01', 'unavailable'],
  ['42000', undefined],
])('MySQL, a number that is not known, of class %s: %s', (sqlState, fault) => {
  expect(faultOf(mysqlDialect, { errno: 65_000, sqlState })).toBe(fault);
});

test.each<[members: object, fault: Fault | undefined]>([
  [{ code: 'SQLITE_BUSY', errcode: 5 }, 'conflict'],
  [{ code: 'SQLITE_BUSY_SNAPSHOT' }, 'conflict'],
  [{ code: 'SQLITE_LOCKED_SHAREDCACHE' }, 'conflict'],
  [{ code: 'SQLITE_CANTOPEN' }, 'unavailable'],
  [{ code: 'HRANA_WEBSOCKET_ERROR' }, 'lost'],
  [{ code: 'HRANA_CLOSED_ERROR' }, 'lost'],
  [{ code: 'SERVER_ERROR' }, 'lost'],
  [{ code: 'SQLITE_ERROR', errcode: 1 }, undefined],
])('SQLite and libSQL %j: %s', (members, fault) => {
  expect(faultOf(sqliteDialect, members)).toBe(fault);
});
