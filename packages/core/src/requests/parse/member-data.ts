import { isObject, ownMember, setOwn } from '../../internal/members.ts';
import type { AttributeDefinition } from '../../schema/api.ts';
import { readOnlyReason } from '../../schema/can-set.ts';
import { resultAtOnce } from '../../schema/schema-result.ts';
import type { MetaObject } from '../../spec/document/links-object.ts';
import type { PathSegments, Reporter } from './error-collector.ts';
import { reportIssues } from './report-issues.ts';

/**
 * Validates the data of a membership: the declared members of `meta` of an identifier. Others are ignored, because responses can contain
 * more. What a new member lacks is found when the linkage is known.
 */
export function readMember(
  fields: ReadonlyMap<string, AttributeDefinition>,
  meta: MetaObject | undefined,
  path: PathSegments,
  collector: Reporter,
): { readonly meta?: MetaObject } {
  if (!isObject(meta)) return {};
  const data: Record<string, unknown> = {};
  for (const field of fields.values()) {
    const { name, schema, write } = field;
    const sent = ownMember(meta, name);
    if (sent === undefined) continue;
    const place = [...path, 'meta', name];
    if (write !== true) {
      collector.report('FIELD_READ_ONLY.member', { name, reason: readOnlyReason(field) }, place);
      continue;
    }
    const result = resultAtOnce(schema, sent);
    if (result === undefined)
      throw new TypeError(
        `The schema of the membership data \`${name}\` must be synchronous, but it returned a promise.`,
      );
    const { issues, value } = result;
    if (issues === undefined) setOwn(data, name, value);
    else reportIssues({ code: 'MEMBER_INVALID', path: place, label: name }, sent, issues, collector);
  }
  return Object.keys(data).length === 0 ? {} : { meta: Object.freeze(data) };
}
