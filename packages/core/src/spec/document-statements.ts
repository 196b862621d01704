import type { DocumentRuleId } from './rule-id.ts';
import { type RuleStatement, states } from './rule-statement.ts';

/** The statements of the rules in `document-rules.ts`. */
export const documentStatements: Readonly<Record<DocumentRuleId, RuleStatement>> = {
  'json-value': states(
    'GEN-01',
    'A document must be a JSON value, without functions, symbols, bigints, infinite numbers, maps, promises, and circular references.',
  ),
  'document-object': states('DOC-01', 'The root of a document must be an object.'),
  'top-level-members': states(
    'DOC-02 EXT-11 NAM-09',
    'A document must contain at least one of `data`, `errors`, `meta`, or a member of an applied extension; at-members do not count.',
  ),
  'data-and-errors': states(
    'DOC-03 ERR-02',
    'A document must not contain both `data` and `errors`, regardless of their values.',
  ),
  'included-without-data': states('DOC-06 INC-09', 'A document without `data` must not contain `included`.'),
  'primary-data': states(
    'DOC-07 DOC-08',
    'Primary data must be null, a resource object, a resource identifier object, or an array of either.',
  ),
  'error-objects': states('DOC-10 ERR-01', '`errors` must be an array of error objects.'),
  'included-resources': states('DOC-14 CMP-02', '`included` must be an array of resource objects.'),
  'meta-object': states('MET-01 DOC-11 RES-18 RID-04 LNK-11 JAP-05 ERR-18', '`meta` must be an object.'),
  'jsonapi-object': states('JAP-01 DOC-12', '`jsonapi` must be an object.'),
  'jsonapi-version': states('JAP-02', 'The `version` of the `jsonapi` object must be a string.'),
  'jsonapi-uris': states('JAP-03 JAP-04', '`ext` and `profile` of the `jsonapi` object must be arrays of URIs.'),
  'defined-members': states(
    'DOC-04 DOC-05 GEN-03 RID-05 LNK-12 JAP-08 ERR-23',
    'An object of the specification must contain only the members that are defined for it, and at-members.',
  ),
  'applied-extensions': states(
    'EXT-09 REL-04 DOC-04',
    'A member with a namespace must have a valid name, and belong to an applied extension that defines it for the object.',
  ),
  'full-linkage': states(
    'CMP-03 CMP-04 NAM-10',
    'Every included resource must be linked from the primary data, directly or through other included resources, unless sparse fieldsets exclude the relationship.',
  ),
  'unique-resources': states(
    'CMP-05 CMP-06 CMP-07 DOC-08',
    'Two resource objects of a document, in `data` and `included` together, must not have the same `type` and `id`, or the same `type` and `lid` if there is no `id`.',
  ),
};
