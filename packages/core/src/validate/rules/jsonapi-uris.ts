import type { DocumentNode } from '../../grammar/node.ts';
import type { VisitContext } from '../../grammar/visitors.ts';
import { describeValue } from '../../internal/describe-value.ts';
import { isUri } from '../../internal/uri.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  context.report(`The value must be a URI, but it is ${describeValue(node.value)}.`, node);
}

/**
 * `ext` and `profile` of the `jsonapi` object must be arrays of URIs.
 *
 * @see https://jsonapi.org/format/1.1/#document-jsonapi-object
 */
export const jsonapiUris: Rule = defineRule(documentRules, 'jsonapi-uris', {
  wrongShape: {
    ext: (node, context) =>
      context.report(`\`ext\` must be an array of URIs, but it is ${describeValue(node.value)}.`, node),
    profile: (node, context) =>
      context.report(`\`profile\` must be an array of URIs, but it is ${describeValue(node.value)}.`, node),
    uri: report,
  },
  visit: {
    uri(node: DocumentNode<string>, context) {
      if (!isUri(node.value)) report(node, context);
    },
  },
});
