import type { DocumentRuleId } from './rule-id.ts';
import { type RuleStatement, states } from './rule-statement.ts';

/** What the rules of `document-rules.ts` say. */
export const documentStatements: Readonly<Record<DocumentRuleId, RuleStatement>> = {
  'json-value': states(
    'GEN-01',
    'A document is a value of JSON: no functions, symbols, big integers, infinite numbers, maps, promises or circles.',
  ),
  'document-object': states('DOC-01', 'The root of a document is an object.'),
  'top-level-members': states(
    'DOC-02 EXT-11 NAM-09',
    'A document holds at least one of data, errors, meta or a member of an applied extension; at-members do not count.',
  ),
  'data-and-errors': states('DOC-03 ERR-02', 'A document does not hold both data and errors, whatever their values.'),
  'included-without-data': states('DOC-06 INC-09', 'A document without data has no included.'),
  'primary-data': states(
    'DOC-07 DOC-08',
    'Primary data is null, a resource object, a resource identifier object, or an array of either.',
  ),
  'error-objects': states('DOC-10 ERR-01', 'errors is an array of error objects.'),
  'included-resources': states('DOC-14 CMP-02', 'included is an array of resource objects.'),
  'meta-object': states('MET-01 DOC-11 RES-18 RID-04 LNK-11 JAP-05 ERR-18', 'Every meta is an object.'),
  'jsonapi-object': states('JAP-01 DOC-12', 'jsonapi is an object.'),
  'jsonapi-version': states('JAP-02', 'The version of the jsonapi object is a string.'),
  'jsonapi-uris': states('JAP-03 JAP-04', 'ext and profile of the jsonapi object are arrays of URIs.'),
  'defined-members': states(
    'DOC-04 DOC-05 GEN-03 RID-05 LNK-12 JAP-08 ERR-23',
    'An object of the specification holds only the members that are defined for it; at-members may stand anywhere.',
  ),
  'applied-extensions': states(
    'EXT-09 REL-04 DOC-04',
    'A member with a namespace must have a valid name, and belong to an applied extension that defines it for the object.',
  ),
  'full-linkage': states(
    'CMP-03 CMP-04 NAM-10',
    'Every included resource is reached from the primary data through relationship data, unless sparse fieldsets hide the way.',
  ),
  'unique-resources': states(
    'CMP-05 CMP-06 CMP-07 DOC-08',
    'No two resource objects of a document, in data and included together, have the same type and id, or lid where there is no id.',
  ),
};
