import type { ServerDescription } from '@linkage/server';
import type { Change } from './change.ts';
import { checkCompareOptions } from './check-compare-options.ts';
import { applyOptions, type CompareOptions } from './compare-options.ts';
import { compareServers } from './description/compare-server.ts';
import { createReport } from './description/report.ts';
import { checkInput } from './input/check-input.ts';
import { isDescription } from './input/forms.ts';

/**
 * Returns the changes between two descriptions of a server, the worst first. The order of members and of lists does not
 * matter. Get a description from `server.describe()`.
 *
 * @throws {TypeError} If an option is unknown or has a wrong value, or a description is malformed: the message names the
 * member.
 */
export function compareDescriptions(
  before: ServerDescription,
  after: ServerDescription,
  options: CompareOptions = {},
): readonly Change[] {
  checkCompareOptions(options);
  checkInput('compareDescriptions', 'before', before, isDescription);
  checkInput('compareDescriptions', 'after', after, isDescription);
  const report = createReport();
  compareServers({ before, after, today: options.today ?? new Date().toISOString().slice(0, 10) }, report);
  return applyOptions(report.changes, options);
}
