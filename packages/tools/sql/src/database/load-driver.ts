import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { usageError } from '@linkage/core/internal';

const titles = {
  pg: 'PostgreSQL',
  mysql2: 'A database of MySQL or MariaDB',
  '@electric-sql/pglite': 'PGlite',
  '@linkage/drizzle/internal': '--for drizzle',
  '@linkage/prisma/internal': '--for prisma',
} as const;

/** A module of a package that is needed for one kind of database, or for one ORM only. */
export type DriverName = keyof typeof titles;

function isMissing(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}

/** Returns the modules of a driver: that beside this package, or that of the working directory. */
export async function loadDriver(name: DriverName): Promise<unknown> {
  try {
    return await import(name);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  try {
    const file = createRequire(join(process.cwd(), 'package.json')).resolve(name);
    return await import(pathToFileURL(file).href);
  } catch (error) {
    if (!isMissing(error)) throw error;
    const needed = name.replace(/\/internal$/, '');
    throw usageError(
      `${titles[name]} needs the package ${needed}, which is not installed. Run \`npm install ${needed}\` here, or \`npx -p @linkage/sql -p ${needed} linkage-sql …\`.`,
    );
  }
}

/** Returns the SQLite of Node. */
export async function loadSqlite(): Promise<typeof import('node:sqlite')> {
  try {
    return await import('node:sqlite');
  } catch {
    throw usageError(`SQLite needs Node 22.16 or later, but this is ${process.version}.`);
  }
}
