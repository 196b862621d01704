import { type CountedFamily, countedFamily } from './family.ts';
import { serverFamilies } from './server-families.ts';
import { textFamilies } from './text-families.ts';
import { requestFamilies, valueFamilies } from './value-families.ts';

/** Documents that are rejected at the limit of nesting, before half of the input is read. */
const rejectedEarly: ReadonlySet<string> = new Set([
  'document: arrays in arrays',
  'document: objects in objects',
  'document: opening brackets alone',
]);

const all: readonly CountedFamily[] = [
  ...[...textFamilies, ...valueFamilies].map((it) => countedFamily(it, { isConstant: rejectedEarly.has(it.name) })),
  ...requestFamilies,
  ...serverFamilies,
];

/** The families whose work is counted: all of them, or a third in the short form. */
export const families: readonly CountedFamily[] =
  process.env['TESTS'] === 'long' ? all : all.filter((_, position) => position % 3 === 0);
