import { documentFamilies } from './document-families.ts';
import { type CountedFamily, countedFamily, type Family } from './family.ts';
import { headerFamilies } from './header-families.ts';
import { objectFamilies } from './object-families.ts';
import { queryFamilies } from './query-families.ts';
import { requestFamilies } from './request-families.ts';
import { serverFamilies } from './server-families.ts';

/** Families whose time `linear.ts` measures as well: their readers return at once. One array for each file of them. */
export const timedFamilies: readonly Family[] = [...headerFamilies, ...queryFamilies, ...documentFamilies];

/** Documents that are rejected at the limit of nesting, before half of the input is read. */
const rejectedEarly: ReadonlySet<string> = new Set([
  'document: arrays in arrays',
  'document: objects in objects',
  'document: opening brackets alone',
]);

const all: readonly CountedFamily[] = [
  ...[...timedFamilies, ...objectFamilies].map((it) => countedFamily(it, { isConstant: rejectedEarly.has(it.name) })),
  ...requestFamilies,
  ...serverFamilies,
];

/** The families whose work is counted: all of them, or a third in the short form. */
export const families: readonly CountedFamily[] =
  process.env['TESTS'] === 'long' ? all : all.filter((_, position) => position % 3 === 0);
