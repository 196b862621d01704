/** The package to whose time the others are related. */
export const REFERENCE = 'fastify';

/** Packages that applications import themselves, too. */
export const others: readonly string[] = ['drizzle-orm', 'kysely'];

/** The longest time of an import, in relation to an import of another package in the same run. */
interface Limit {
  readonly of: string;
  readonly atMost: number;
}

/**
 * The limits of the packages that most applications import. The one of `@linkage/kysely` refers to Kysely, which it imports: the time
 * of Kysely alone is 1.25 to 1.70 of the one of `fastify`, depending on the machine.
 */
export const limits: Readonly<Record<string, Limit>> = {
  '@linkage/core': { of: REFERENCE, atMost: 0.5 },
  '@linkage/server': { of: REFERENCE, atMost: 1 },
  '@linkage/client': { of: REFERENCE, atMost: 0.5 },
  '@linkage/kysely': { of: 'kysely', atMost: 1.36 },
};
