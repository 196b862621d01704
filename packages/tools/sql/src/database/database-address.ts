import { usageError } from '@linkage/core/internal';
import type { DatabaseKind } from '../model/model.ts';

/** Where a database is. */
export interface DatabaseAddress {
  readonly kind: DatabaseKind | 'pglite';
  /** A URL, or the path of a file or a folder. */
  readonly location: string;
  /** The address for people: without the password. */
  readonly text: string;
}

const schemes: Readonly<Record<string, DatabaseAddress['kind']>> = {
  ...{ 'postgres:': 'postgres', 'postgresql:': 'postgres', 'mysql:': 'mysql', 'mariadb:': 'mysql' },
  ...{ 'sqlite:': 'sqlite', 'file:': 'sqlite', 'pglite:': 'pglite' },
};

const names = 'postgres://…, mysql://…, mariadb://…, a file of SQLite such as ./app.db, or pglite:./folder';

function publicText(location: string): string {
  const { protocol, username, host, pathname } = new URL(location);
  return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`;
}

/** Reads the address of a database as a user writes it: a URL, or the path of a file of SQLite. */
export function readAddress(given: string | undefined): DatabaseAddress {
  if (given === undefined || given === '') throw usageError(`Pass the database, or set DATABASE_URL: ${names}.`);
  const [, scheme = ''] = /^([a-z][a-z0-9+.-]+:)/i.exec(given) ?? [];
  if (scheme === '') return { kind: 'sqlite', location: given, text: given };
  const kind = schemes[scheme.toLowerCase()];
  // The text can contain a password.
  if (kind === undefined) throw usageError(`The database must be ${names}, but it begins with "${scheme}".`);
  if (kind === 'sqlite' || kind === 'pglite') {
    const location = given.slice(scheme.length).replace(/^\/\/(?=\/)/, '');
    return { kind, location, text: location };
  }
  if (!URL.canParse(given))
    throw usageError(
      `The URL of the database is invalid. Encode special characters of its password, such as %40 for "@".`,
    );
  return { kind, location: given, text: publicText(given) };
}
