import type { DocumentNode } from '../../grammar/node.ts';
import type { VisitContext } from '../../grammar/visitors.ts';
import { show } from '../../internal/show.ts';
import { isUri } from '../../internal/uri.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

function report(node: DocumentNode<unknown>, context: VisitContext): void {
  context.report(`${show(node.value)} is no URI.`, node);
}

/**
 * ext and profile of the jsonapi object are arrays of URIs.
 *
 * @see https://jsonapi.org/format/1.1/#document-jsonapi-object
 */
export const jsonapiUris: Rule = defineRule(documentRules, 'jsonapi-uris', {
  misshapen: {
    ext: (node, context) => context.report(`ext is an array of URIs, not ${show(node.value)}.`, node),
    profile: (node, context) => context.report(`profile is an array of URIs, not ${show(node.value)}.`, node),
    uri: report,
  },
  visit: {
    uri(node: DocumentNode<string>, context) {
      if (!isUri(node.value)) report(node, context);
    },
  },
});
