/** Computes the statements of a changed declaration. It starts with the first change of a reader who looks at them. */
import '../shared/random-ids.ts';
import { readDeclaration } from '../playground/worker/run-declaration.ts';
import { servePage } from '../shared/serve-page.ts';
import type { StatementsAnswer, StatementsQuestion } from './first-screen-data.ts';
import { statementsOf } from './statements.ts';

servePage(async ({ declaration, ...request }: StatementsQuestion): Promise<StatementsAnswer> => {
  const { api } = readDeclaration(declaration);
  try {
    return api === undefined ? {} : { statements: await statementsOf(api, request) };
  } catch {
    // A declaration that tables of these names cannot store.
    return {};
  }
});
