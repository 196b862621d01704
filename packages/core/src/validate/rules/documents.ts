import { describeValue } from '../../internal/describe-value.ts';
import { isUri } from '../../internal/uri.ts';
import { pagination } from '../../spec/grammar/error-node-kinds.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import type { VisitContext } from '../../spec/grammar/visitors.ts';
import { ignored, must } from '../../spec/rule-facts.ts';
import { reportString, reportValue } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The root of a document must be an object.
 *
 * Requirements: DOC-01
 */
export const documentObject: Rule = defineRule('document-object', must('document-top-level'), {
  wrongShape: { document: reportValue('A document must be an object') },
});

/**
 * A document must contain at least one of `data`, `errors`, `meta`, or a member of an applied extension; at-members do
 * not count.
 *
 * Requirements: DOC-02 EXT-11 NAM-09
 */
export const topLevelMembers: Rule = defineRule('top-level-members', must('document-top-level'), {
  missingMember: {
    document(node: DocumentNode, context) {
      const { data, errors, included, meta } = node.value;
      if (data !== undefined || errors !== undefined || meta !== undefined || context.hasExtensionMember(node)) return;
      // Other rules report missing data beside `included`, and in requests.
      if (included !== undefined || (context.as !== undefined && context.as !== 'response')) return;
      context.report('A document must contain at least one of `data`, `errors`, and `meta`.', node);
    },
  },
});

/**
 * A document must not contain both `data` and `errors`, regardless of their values.
 *
 * Requirements: DOC-03 ERR-02
 */
export const dataAndErrors: Rule = defineRule('data-and-errors', must('document-top-level'), {
  visit: {
    document(node: DocumentNode, context) {
      const { data, errors } = node.value;
      if (data !== undefined && errors !== undefined)
        context.report('A document must not contain both `data` and `errors`.', node);
    },
  },
});

/**
 * A document without `data` must not contain `included`.
 *
 * Requirements: DOC-06 INC-09
 */
export const includedWithoutData: Rule = defineRule('included-without-data', must('document-top-level'), {
  visit: {
    document(node: DocumentNode, context) {
      const { data, included } = node.value;
      if (included !== undefined && data === undefined) {
        context.report('A document without `data` must not contain `included`.', node, 'included');
      }
    },
  },
});

function reportPrimaryData(node: DocumentNode<unknown>, context: VisitContext): void {
  // Other rules check the data of these requests.
  if (typeof node.key === 'string' && (context.as === 'create' || context.as === 'update')) return;
  const expected =
    typeof node.key === 'number'
      ? 'An element of the primary data must be an object'
      : 'Primary data must be null, an object, or an array';
  context.report(`${expected}, but it is ${describeValue(node.value)}.`, node);
}

/**
 * Primary data must be null, a resource object, a resource identifier object, or an array of either.
 *
 * Requirements: DOC-07 DOC-08
 */
export const primaryData: Rule = defineRule('primary-data', must('document-top-level'), {
  wrongShape: {
    data: reportPrimaryData,
    'primary-resource': reportPrimaryData,
  },
});

/**
 * `included` must be an array of resource objects.
 *
 * Requirements: DOC-14 CMP-02
 */
export const includedResources: Rule = defineRule('included-resources', must('document-compound-documents'), {
  wrongShape: {
    included: reportValue('`included` must be an array'),
    'included-resource': reportValue('A resource object must be an object'),
  },
});

/**
 * `jsonapi` must be an object.
 *
 * Requirements: JAP-01 DOC-12
 */
export const jsonapiObject: Rule = defineRule('jsonapi-object', must('document-jsonapi-object'), {
  wrongShape: { jsonapi: reportValue('`jsonapi` must be an object') },
});

/**
 * The `version` of the `jsonapi` object must be a string.
 *
 * Requirements: JAP-02
 */
export const jsonapiVersion: Rule = defineRule('jsonapi-version', must('document-jsonapi-object'), {
  wrongShape: { version: reportString },
});

const reportJsonapiUris = reportValue('The value must be a URI');

/**
 * `ext` and `profile` of the `jsonapi` object must be arrays of URIs.
 *
 * Requirements: JAP-03 JAP-04
 */
export const jsonapiUris: Rule = defineRule('jsonapi-uris', must('document-jsonapi-object'), {
  wrongShape: {
    ext: reportValue('`ext` must be an array of URIs'),
    profile: reportValue('`profile` must be an array of URIs'),
    uri: reportJsonapiUris,
  },
  visit: {
    uri(node: DocumentNode<string>, context) {
      if (!isUri(node.value)) reportJsonapiUris(node, context);
    },
  },
});

function reportPaginationLinks(node: DocumentNode<unknown>, context: VisitContext): void {
  const { data } = (node.parent as DocumentNode).value;
  // Another rule reports data that is neither null nor an object.
  if (typeof data !== 'object' || Array.isArray(data)) return;
  const links = (node as DocumentNode).value;
  const name = Object.keys(pagination).find((it) => links[it] !== undefined && links[it] !== null);
  if (name !== undefined) context.report(`The pagination link \`${name}\` must occur only with a collection.`, node);
}

/**
 * Pagination links must occur only with a collection.
 *
 * Requirements: PAG-05 PAG-06 REL-07 PAG-02
 */
export const paginationLinks: Rule = defineRule('pagination-links', ignored('fetching-pagination'), {
  visit: {
    'top-level-links': reportPaginationLinks,
    'relationship-links': reportPaginationLinks,
  },
});
