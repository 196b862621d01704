import { type Json, show } from '../../json.ts';
import { fail } from '../../run/verdict.ts';
import type { Answer } from '../../target/exchange.ts';
import { aWrite, type Case } from '../case.ts';
import { documentOf, expectStatus, expectThat } from '../expectations.ts';

/** Creates a case of the extension. */
export const atomicCase = (id: string, rows: string, title: string, run: Parameters<typeof aWrite>[3]): Case =>
  aWrite(`atomic-${id}`, rows, title, run, 'profile');

/** Returns the results of a response, which must be as many as the operations. */
export function resultsOf(answer: Answer, count: number): readonly Json[] {
  expectStatus(answer, 200);
  const results = documentOf(answer)['atomic:results'];
  if (!Array.isArray(results)) fail('`atomic:results`', show(answer.document));
  expectThat(results.length === count, `${count} results`, () => `there are ${results.length}`);
  return results;
}
