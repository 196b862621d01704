import type { DocumentNode } from '../../grammar/node.ts';
import { isUri } from '../../internal/uri.ts';
import { documentRules } from '../../spec/document-rules.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

const report = reportValue('The value must be a URI');

/**
 * `ext` and `profile` of the `jsonapi` object must be arrays of URIs.
 *
 * @see https://jsonapi.org/format/1.1/#document-jsonapi-object
 */
export const jsonapiUris: Rule = defineRule(documentRules, 'jsonapi-uris', {
  wrongShape: {
    ext: reportValue('`ext` must be an array of URIs'),
    profile: reportValue('`profile` must be an array of URIs'),
    uri: report,
  },
  visit: {
    uri(node: DocumentNode<string>, context) {
      if (!isUri(node.value)) report(node, context);
    },
  },
});
