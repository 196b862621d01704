import { truncate } from '../../internal/describe-value.ts';
import { issuePlace, missingMember } from '../../schema/issue-place.ts';
import type { SchemaIssue } from '../../schema/standard-schema.ts';
import type { PathSegments, Reporter } from './error-collector.ts';

/** The value that a schema rejected: its place, its name for strings, and the code of its errors. */
interface RejectedValue {
  readonly code: 'ATTRIBUTE_INVALID' | 'INPUT_INVALID' | 'MEMBER_INVALID';
  readonly path: PathSegments;
  readonly label: string;
}

/** Reports the issues of a schema, each at its place in the value. */
export function reportIssues(
  { code, path, label }: RejectedValue,
  value: unknown,
  schemaIssues: readonly SchemaIssue[],
  reporter: Reporter,
): void {
  // A failed validation with an empty `issues` array is still a failure.
  const issues: readonly SchemaIssue[] =
    schemaIssues.length > 0 ? schemaIssues : [{ message: 'The value is not valid.' }];
  for (const issue of issues) {
    if (reporter.isFull()) break;
    // A pointer must point to an existing value, so the message names the missing member.
    const missing = missingMember(value, issue);
    // A schema can quote the value, so truncate its message like a string of the client.
    const message = truncate(issue.message, missing === undefined ? 100 : 50);
    const place = [...path, ...issuePlace(value, issue)];
    if (missing === undefined) reporter.report(`${code}.issue`, { name: label, message }, place, [], issue);
    else {
      const values = { name: label, member: truncate(missing, 50), message };
      reporter.report(`${code}.memberRequired`, values, place, [], issue);
    }
  }
}
