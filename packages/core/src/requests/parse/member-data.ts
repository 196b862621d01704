import { isObject, ownMember, setOwn } from '../../internal/members.ts';
import type { AttributeDefinition } from '../../schema/api.ts';
import { readOnlyReason } from '../../schema/can-set.ts';
import type { IdentifierInput } from '../../schema/input.ts';
import { resultAtOnce } from '../../schema/schema-result.ts';
import type { MetaObject } from '../../spec/document/links-object.ts';
import type { PathSegments, Reporter } from './error-collector.ts';
import { reportIssues } from './report-issues.ts';

/** A part of the data of a membership that requests cannot set, in an API whose server compares what they send with what is stored. */
export interface ComparedMember extends AttributeDefinition {
  readonly isCompared?: true;
}

/** Data that requests contain and cannot set, by the `meta` of its identifier. */
const sentReadOnly: WeakMap<MetaObject, MetaObject> = new WeakMap();

/** Returns what an identifier of a request contains of data that it cannot set: a server must reject what is not stored. */
export function readOnlyDataOf({ meta }: IdentifierInput): MetaObject | undefined {
  return meta && sentReadOnly.get(meta);
}

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
  const readOnly: Record<string, unknown> = {};
  for (const field of fields.values()) {
    const { name, schema, write } = field;
    const sent = ownMember(meta, name);
    if (sent === undefined) continue;
    const place = [...path, 'meta', name];
    if (write !== true) {
      if ((field as ComparedMember).isCompared) setOwn(readOnly, name, sent);
      else collector.report('FIELD_READ_ONLY.member', { name, reason: readOnlyReason(field) }, place);
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
  if (Object.keys(readOnly).length > 0) sentReadOnly.set(data, readOnly);
  else if (Object.keys(data).length === 0) return {};
  return { meta: Object.freeze(data) };
}
