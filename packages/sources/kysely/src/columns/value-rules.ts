import type { ValueRules } from './column-values.ts';

const strict: ValueRules = Object.freeze({ storesNul: true, keepsMark: true, isLoose: false });

/**
 * The behavior of databases with values that the types of their columns alone do not tell.
 */
export const valueRules: Readonly<Record<'mysql' | 'pglite' | 'postgres' | 'sqlite', ValueRules>> = Object.freeze({
  mysql: strict,
  postgres: Object.freeze({ ...strict, storesNul: false, hasNamed: true }),
  // The driver of PGlite drops U+FEFF at the beginning of a text.
  pglite: Object.freeze({ ...strict, storesNul: false, keepsMark: false, hasNamed: true }),
  sqlite: Object.freeze({ ...strict, isLoose: true }),
});
