import { catalogueFamilies } from './families/catalogue-families.ts';
import { clientFamilies } from './families/client-families.ts';
import { documentFamilies } from './families/document-families.ts';
import { optionFamilies } from './families/option-families.ts';
import { recordFamilies } from './families/record-families.ts';
import { serverFamilies } from './families/server-families.ts';
import { sqlFamilies } from './families/sql-families.ts';
import { textFamilies } from './families/text-families.ts';
import type { Family } from './family.ts';

/** All families of inputs: one array for each file of them. */
export const families: readonly Family[] = [
  ...documentFamilies,
  ...catalogueFamilies,
  ...textFamilies,
  ...serverFamilies,
  ...sqlFamilies,
  ...recordFamilies,
  ...optionFamilies,
  ...clientFamilies,
];
