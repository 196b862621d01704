import type { Tester } from '../run/tester.ts';
import { absent, undecided } from '../run/verdict.ts';
import type { Answer } from '../target/exchange.ts';

/**
 * Ends a case about version 1.1 as undecided if the server supports only 1.0: `ext`, `profile` and at-members are of 1.1. A server that
 * names no version and rejects the request may support only 1.0.
 */
export function needsVersion11({ world: { version } }: Tester, answer?: Pick<Answer, 'status'>): void {
  if (version === '1.0') absent('The server supports version 1.0, which has no profiles and at-members.');
  const mayBe10 = version === undefined && answer !== undefined && answer.status >= 400;
  if (mayBe10) {
    undecided(
      `The server returned ${answer.status}, and names no version: it may support 1.0 alone. Say \`version\` in the samples.`,
    );
  }
}
