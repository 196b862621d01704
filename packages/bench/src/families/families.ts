import { documentFamilies } from './document-families.ts';
import type { Family } from './family.ts';
import { headerFamilies } from './header-families.ts';
import { queryFamilies } from './query-families.ts';

/** All families: one array for each file of them. */
export const families: readonly Family[] = [...headerFamilies, ...queryFamilies, ...documentFamilies];
