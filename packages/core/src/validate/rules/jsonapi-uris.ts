import { isUri } from '../../internal/uri.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import { must } from '../../spec/rule-facts.ts';
import { reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

const report = reportValue('The value must be a URI');

/**
 * `ext` and `profile` of the `jsonapi` object must be arrays of URIs.
 *
 * Requirements: JAP-03 JAP-04
 */
export const jsonapiUris: Rule = defineRule('jsonapi-uris', must('document-jsonapi-object'), {
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
