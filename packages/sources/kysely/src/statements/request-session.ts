import { describeValue } from '@linkage/core/internal';
import type { SourceCall } from '@linkage/server';
import type { Kysely } from 'kysely';
import { dialectOf } from '../dialects/dialect-of.ts';
import { reportsAbortedCommits } from '../dialects/later-kysely.ts';

/** The settings that tell a database the user of a request, so that its rights and its policies decide. */
export interface RequestSession {
  /** The role of PostgreSQL whose rights and policies apply. Default: the role of the connection. */
  readonly role?: string;
  /** Settings by name, such as `request.jwt.claims`, which policies read with `current_setting`. A name contains a dot. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Returns the session of a call. */
export type SessionOf<Context = unknown> = (call: SourceCall<Context>) => RequestSession;

/** The sessions of databases. Undefined for a database whose sources have none. */
const sessions = new WeakMap<object, SessionOf | undefined>();

/** A name with a dot. The settings of the database itself, such as `role`, have names without one. */
const SETTING = /^[a-z_][\w$]{0,62}(?:\.[a-z_][\w$]{0,62}){1,3}$/i;

/**
 * Declares the session of the calls of a database. All sources over it must have the same one, because they share transactions.
 *
 * @throws {TypeError} If other sources over the database have another session, or the database cannot set one for a transaction.
 */
export function bindSession(db: Kysely<never>, session: SessionOf | undefined): void {
  const where = 'createKyselySources: `session`';
  if (sessions.has(db) && sessions.get(db) !== session)
    throw new TypeError(
      `${where} must be the same function for all sources over one database, because they share transactions. Create another Kysely instance for the others.`,
    );
  if (session !== undefined && dialectOf(db).setLocally === undefined)
    throw new TypeError(`${where} requires PostgreSQL: other databases have no role for one transaction.`);
  if (session !== undefined && !reportsAbortedCommits)
    throw new TypeError(`${where} requires Kysely 0.29.8 or later, which closes a connection whose rollback fails.`);
  if (session !== undefined && db.isTransaction)
    throw new TypeError(`${where} requires a database that is not a transaction: each call begins its own.`);
  sessions.set(db, session);
}

/** Whether each call of a database has a session. */
export function hasSession(db: object): boolean {
  return sessions.get(db) !== undefined;
}

function assertText(what: string, value: unknown): asserts value is string {
  if (typeof value !== 'string') throw new TypeError(`${what} must be a string, but it is ${describeValue(value)}.`);
}

/**
 * Returns the settings of a call of a database, with its role; undefined if the database does not have a session.
 *
 * @throws {TypeError} If the session says nothing, or something else than strings: the statements would have the rights of the connection.
 */
export function settingsOf(db: object, call: SourceCall): readonly (readonly [string, string])[] | undefined {
  const session = sessions.get(db);
  if (session === undefined) return undefined;
  const where = 'createKyselySources: `session`';
  const given: unknown = session(call);
  if (typeof given !== 'object' || given === null)
    throw new TypeError(`${where} must return an object, but it returned ${describeValue(given)}.`);
  const { settings = {}, ...others } = given as RequestSession;
  const own = Object.entries(settings).map(([name, value]) => {
    if (!SETTING.test(name)) throw new TypeError(`${where} has the invalid name ${describeValue(name)} of a setting.`);
    assertText(`${where}: ${name}`, value);
    return [name, value] as const;
  });
  for (const [name, value] of Object.entries(others)) {
    if (name !== 'role') throw new TypeError(`${where} must return \`role\` and \`settings\`, but has \`${name}\`.`);
    assertText(`${where}: role`, value);
    // The database takes this name for the role of the connection.
    if (value === '' || value === 'none') throw new TypeError(`${where} must return the name of a role.`);
    own.push(['role', value]);
  }
  if (own.length === 0) throw new TypeError(`${where} must return a role, or a setting.`);
  return own;
}
