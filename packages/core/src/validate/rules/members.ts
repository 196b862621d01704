import { describeValue } from '../../internal/describe-value.ts';
import { nonJsonReason } from '../../internal/json-value.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import { hasNamespace, isExtensionMemberName } from '../../spec/member/member-name.ts';
import { ignored, must } from '../../spec/rule-facts.ts';
import { onClosedObjects } from '../closed-objects.ts';
import { knownHint, reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * A document must be a JSON value, without functions, symbols, bigints, infinite numbers, maps, promises, and circular
 * references.
 *
 * Requirements: GEN-01
 */
export const jsonValue: Rule = defineRule('json-value', must('document-structure'), {
  wrongShape: { value: reportValue('The value must be a JSON value') },
  visit: {
    value(node, context) {
      const reason = nonJsonReason(node.value);
      if (reason !== undefined) context.report(`The value must be a JSON value, but it contains ${reason}.`, node);
    },
  },
});

/**
 * `meta` must be an object.
 *
 * Requirements: MET-01 DOC-11 RES-18 RID-04 LNK-11 JAP-05 ERR-18
 */
export const metaObject: Rule = defineRule('meta-object', must('document-meta'), {
  wrongShape: { meta: reportValue('`meta` must be an object') },
});

function reportDefinedMembers(node: DocumentNode<unknown>, context: VisitContext): void {
  // Another rule checks members of extensions.
  if (hasNamespace(String(node.key))) return;
  const owner = nameOf((node.parent as DocumentNode).kind.name);
  context.report(`${describeValue(node.key)} is not a member of ${owner}.${knownHint(node, context, 'members')}`, node);
}

/** Returns the name of a node kind for use in a sentence. */
function nameOf(kind = ''): string {
  const names: Readonly<Record<string, string>> = {
    document: 'a document',
    relationship: 'a relationship object',
    identifier: 'a resource identifier object',
    'primary-identifier': 'a resource identifier object',
    'link-object': 'a link object',
    jsonapi: 'the jsonapi object',
    error: 'an error object',
    source: 'the source of an error',
  };
  return names[kind] ?? 'a resource object';
}

/**
 * An object of the specification must contain only the members that are defined for it, and at-members.
 *
 * Requirements: DOC-04 DOC-05 GEN-03 RID-05 LNK-12 JAP-08 ERR-23
 */
export const definedMembers: Rule = defineRule('defined-members', ignored('document-structure'), {
  unknownMember: onClosedObjects(reportDefinedMembers),
});

function reportAppliedExtensions(node: DocumentNode<unknown>, context: VisitContext): void {
  const name = String(node.key);
  if (!hasNamespace(name)) return;
  if (isExtensionMemberName(name))
    context.report(`${describeValue(name)} is not a member that an applied extension defines for this object.`, node);
  else context.report(`A namespace must be followed by a valid member name, but it is ${describeValue(name)}.`, node);
}

/**
 * A member with a namespace must have a valid name, and belong to an applied extension that defines it for the object.
 *
 * Requirements: EXT-09 REL-04 DOC-04
 */
export const appliedExtensions: Rule = defineRule('applied-extensions', ignored('extension-members'), {
  unknownMember: onClosedObjects(reportAppliedExtensions),
});
