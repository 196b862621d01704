import { ignored, must, type RuleFacts } from './rule-facts.ts';
import type { ResourceRuleId } from './rule-id.ts';

/** The rules of resource objects, identifiers and relationships. */
export const resourceRules: Readonly<Record<ResourceRuleId, Omit<RuleFacts, 'id'>>> = {
  'resource-type': must('document-resource-object-identification', 'RES-01 RES-06', 'A resource object has a type.'),
  'resource-id': must(
    'document-resource-object-identification',
    'RES-02 RES-04 RES-19',
    'A resource object has an id, unless it comes from the client and is to be created.',
  ),
  'identification-strings': must(
    'document-resource-object-identification',
    'RES-03 RID-03',
    'type, id and lid are strings.',
  ),
  'type-name': must(
    'document-resource-object-identification',
    'RES-08 NAM-06',
    'A type obeys the rules of member names.',
  ),
  'local-id': must(
    'document-resource-object-identification',
    'RES-05',
    'A resource has the same lid wherever the document represents it.',
  ),
  'attributes-object': must('document-resource-object-attributes', 'RES-12 RES-13', 'attributes is an object.'),
  'relationships-object': must('document-resource-object-relationships', 'RES-15', 'relationships is an object.'),
  'field-names': ignored(
    'document-member-names',
    'RES-20 NAM-02 NAM-03 NAM-04 NAM-05 NAM-06 NAM-07',
    'Names of attributes and relationships obey the rules of member names.',
  ),
  'reserved-field-names': ignored(
    'document-resource-object-fields',
    'RES-10',
    'No attribute and no relationship is called type or id.',
  ),
  'shared-field-names': must(
    'document-resource-object-fields',
    'RES-11',
    'An attribute and a relationship of one resource do not share a name.',
  ),
  'relationship-object': must(
    'document-resource-object-relationships',
    'REL-01 EXT-11 NAM-09',
    'A relationship is an object with at least one of links, data, meta or a member of an applied extension.',
  ),
  linkage: must(
    'document-resource-object-linkage',
    'REL-05 REL-03',
    'Resource linkage is null, a resource identifier object, or an array of them.',
  ),
  'identifier-type': must('document-resource-identifier-objects', 'RID-01', 'A resource identifier object has a type.'),
  'identifier-id': must(
    'document-resource-identifier-objects',
    'RID-02',
    'A resource identifier object has an id, or a lid when it stands for a resource that is to be created.',
  ),
};
