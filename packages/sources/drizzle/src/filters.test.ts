/** Random filters under random access rules: Drizzle finds what a plain model finds. */
import { test } from 'vitest';
import { expectFiltersAgree } from '../../kysely/test/filter-agreement.ts';
import { places } from '../test/databases.ts';
import { kyselyOf } from './index.ts';

test.for(places)('$name agrees with the model', { timeout: 120_000 }, async ({ name, missing, open }, { skip }) => {
  skip(missing !== undefined, missing);
  const { db, exec, close } = await open();
  try {
    await expectFiltersAgree(name, kyselyOf(db), exec);
  } finally {
    await close();
  }
});
