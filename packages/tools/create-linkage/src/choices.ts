/** What the project consists of, by what the user chooses. */

/** What a choice adds to the project. */
interface Choice {
  /** As the command asks for it. */
  readonly text: string;
  /** The endings of template files that only this choice has: `main.koa.ts` becomes `main.ts`. */
  readonly variants: readonly string[];
  readonly dependencies: readonly string[];
  readonly devDependencies?: readonly string[];
}

/** A database. */
interface Database extends Choice {
  /** What to run before the first start. */
  readonly commands: readonly string[];
  /** Where the data is, for the README of the project. */
  readonly storage: string;
}

const server: Pick<Database, 'commands' | 'storage'> = {
  commands: ['docker compose up -d   # or set DATABASE_URL'],
  storage:
    'The database is that of the variable `DATABASE_URL`, or the one that `docker compose up -d` starts. Tests use `TEST_DATABASE_URL`, if it is set.',
};

/** The database of a project. `mysql` is for MySQL and MariaDB, `none` keeps records in memory. */
export type DatabaseChoice = 'sqlite' | 'postgresql' | 'mysql' | 'none';

/** The framework of a project. `node` is `node:http`. */
export type FrameworkChoice = 'node' | 'express' | 'fastify' | 'koa' | 'hono';

/** The choices of a project. */
export interface ProjectChoices {
  /** Default: `sqlite`. */
  readonly database?: DatabaseChoice | undefined;
  /** Default: `node`. */
  readonly framework?: FrameworkChoice | undefined;
  /** A folder with the tarballs of the packages, which are then installed from there. Default: npm. */
  readonly tarballs?: string | undefined;
}

/** The databases, beginning with the default. */
export const databases: Readonly<Record<DatabaseChoice, Database>> = {
  sqlite: {
    text: 'SQLite',
    variants: ['sqlite', 'sql'],
    dependencies: ['@linkage/kysely', 'kysely'],
    commands: [],
    storage: 'The database is the file `app.db`, or that of the variable `DATABASE_FILE`. Tests use one in memory.',
  },
  postgresql: {
    text: 'PostgreSQL',
    variants: ['postgresql', 'sql'],
    dependencies: ['@linkage/kysely', 'kysely', 'pg'],
    ...server,
    devDependencies: ['@types/pg'],
  },
  mysql: {
    text: 'MySQL or MariaDB',
    variants: ['mysql', 'sql'],
    dependencies: ['@linkage/kysely', 'kysely', 'mysql2'],
    ...server,
  },
  none: {
    text: 'none: records in memory',
    variants: ['none'],
    dependencies: [],
    commands: [],
    storage: 'Records are in memory, and changes end with the process.',
  },
};

/** The frameworks, beginning with the default. */
export const frameworks: Readonly<Record<FrameworkChoice, Choice>> = {
  node: { text: 'none: node:http', variants: ['node'], dependencies: ['@linkage/node'] },
  express: {
    text: 'Express',
    variants: ['express'],
    dependencies: ['@linkage/node', 'express'],
    devDependencies: ['@types/express'],
  },
  fastify: { text: 'Fastify', variants: ['fastify'], dependencies: ['@linkage/fastify', 'fastify'] },
  koa: { text: 'Koa', variants: ['koa'], dependencies: ['@linkage/koa', 'koa'], devDependencies: ['@types/koa'] },
  hono: { text: 'Hono', variants: ['hono'], dependencies: ['@linkage/fetch', 'hono', '@hono/node-server'] },
};
