/** The package to whose time the others are related. */
export const REFERENCE = 'fastify';

/** Packages that applications import themselves, too. */
export const others: readonly string[] = ['drizzle-orm', 'kysely'];

/** The longest time of an import, in relation to the one of `fastify`. Kysely itself takes about 1.3. */
export const limits: Readonly<Record<string, number>> = {
  '@linkage/core': 0.5,
  '@linkage/server': 1,
  '@linkage/client': 0.5,
  '@linkage/kysely': 1.7,
};
