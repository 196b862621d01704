import { ormKyselyOf, ormTransactionOf } from '@linkage/kysely/internal';
import type { SourceCall } from '@linkage/server';
import type { Kysely } from 'kysely';
import { createPrismaDialect, type PrismaDatabase } from './prisma-dialect.ts';

/**
 * Returns the Kysely instance whose statements a client of Prisma runs: for `readDatabaseSchema`, `explainStatements`, and
 * `createKyselyIdempotencyStore` of `@linkage/kysely`. One client has one instance, so all sources over it share transactions.
 *
 * @throws {TypeError} If the database is not PostgreSQL.
 * @example
 * const store = createKyselyIdempotencyStore(kyselyOf(prisma));
 */
export function kyselyOf(prisma: PrismaDatabase): Kysely<never> {
  return ormKyselyOf(prisma, createPrismaDialect);
}

/**
 * Returns the client of the transaction of a call, for hooks that use Prisma: outside of a transaction, the client itself.
 *
 * @example
 * const tx = await transactionOf(prisma, call);
 * await tx.audit.create({ data: { text: 'An article was created.' } });
 */
export async function transactionOf<Client extends PrismaDatabase>(
  prisma: Client,
  call: Pick<SourceCall, 'transaction'>,
): Promise<Client> {
  return await ormTransactionOf(prisma, call);
}
