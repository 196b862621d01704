import type { InputKind } from './input-kind.ts';
import { catalogueKinds } from './kinds/catalogue-kinds.ts';
import { clientKinds } from './kinds/client-kinds.ts';
import { documentKinds } from './kinds/document-kinds.ts';
import { optionKinds } from './kinds/option-kinds.ts';
import { recordKinds } from './kinds/record-kinds.ts';
import { serverKinds } from './kinds/server-kinds.ts';
import { sqlKinds } from './kinds/sql-kinds.ts';
import { textKinds } from './kinds/text-kinds.ts';

/** All kinds of inputs: one array for each file of them. */
export const kinds: readonly InputKind[] = [
  ...documentKinds,
  ...catalogueKinds,
  ...textKinds,
  ...serverKinds,
  ...sqlKinds,
  ...recordKinds,
  ...optionKinds,
  ...clientKinds,
];
