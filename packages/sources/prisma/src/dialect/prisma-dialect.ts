import { createOrmDialect } from '@linkage/kysely/internal';
import type { Dialect } from 'kysely';
import { driverErrorOf } from './driver-error.ts';

/** The methods of a Prisma client, or of its transaction, that the sources call. */
export interface PrismaExecutor {
  $queryRawUnsafe<Result>(query: string, ...values: unknown[]): PromiseLike<Result>;
  $executeRawUnsafe(query: string, ...values: unknown[]): PromiseLike<number>;
}

/** A client of Prisma, with any schema. */
export interface PrismaDatabase extends PrismaExecutor {
  // biome-ignore lint/suspicious/noExplicitAny: the options have types that the client generates
  $transaction(run: (transaction: any) => Promise<any>, options?: any): Promise<any>;
}

const levels: Readonly<Record<string, string>> = {
  'read uncommitted': 'ReadUncommitted',
  'read committed': 'ReadCommitted',
  'repeatable read': 'RepeatableRead',
  serializable: 'Serializable',
};

async function converted<Result>(run: () => PromiseLike<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw driverErrorOf(error);
  }
}

/** Milliseconds after which Prisma ends a transaction. The server has time limits of its own. */
const MAX_TRANSACTION = 2 ** 31 - 1;

/** Returns the database that a client connects to, as Prisma names it. */
function providerOf(prisma: PrismaDatabase): string {
  const { _activeProvider, _engineConfig } = prisma as unknown as {
    readonly _activeProvider?: string;
    readonly _engineConfig?: { readonly activeProvider?: string };
  };
  return String(_activeProvider ?? _engineConfig?.activeProvider);
}

/**
 * Creates a dialect of Kysely whose statements Prisma runs.
 *
 * @throws {TypeError} If the database is not PostgreSQL.
 */
export function createPrismaDialect(prisma: PrismaDatabase): Dialect {
  const provider = providerOf(prisma);
  if (provider !== 'postgresql')
    throw new TypeError(
      `createPrismaSources: the provider must be "postgresql", but it is "${provider}". Statements and values of other databases have not been tried with Prisma: use \`@linkage/kysely\`.`,
    );
  return createOrmDialect<PrismaExecutor>({
    database: 'prismaPostgres',
    executor: prisma,
    run: (on, { sql, parameters, returnsRows }) =>
      converted(async () => {
        if (returnsRows) return { rows: [...(await on.$queryRawUnsafe<unknown[]>(sql, ...parameters))] };
        return { rows: [], numAffectedRows: BigInt(await on.$executeRawUnsafe(sql, ...parameters)) };
      }),
    transaction: (run, { isolationLevel }) => {
      const level = isolationLevel === undefined ? {} : { isolationLevel: levels[isolationLevel] };
      return converted(() => prisma.$transaction(run, { timeout: MAX_TRANSACTION, ...level }));
    },
  });
}
