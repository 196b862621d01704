import type { ResourceRuleId } from './rule-id.ts';
import { type RuleStatement, states } from './rule-statement.ts';

/** What the rules of `resource-rules.ts` say. */
export const resourceStatements: Readonly<Record<ResourceRuleId, RuleStatement>> = {
  'resource-type': states('RES-01 RES-06', 'A resource object has a type.'),
  'resource-id': states(
    'RES-02 RES-04 RES-19',
    'A resource object has an id, unless it comes from the client and is to be created.',
  ),
  'identification-strings': states('RES-03 RID-03', 'type, id and lid are strings.'),
  'type-name': states('RES-08 NAM-06', 'A type obeys the rules of member names.'),
  'local-id': states('RES-05', 'A resource has the same lid wherever the document represents it.'),
  'attributes-object': states('RES-12 RES-13', 'attributes is an object.'),
  'relationships-object': states('RES-15', 'relationships is an object.'),
  'field-names': states(
    'RES-20 NAM-02 NAM-03 NAM-04 NAM-05 NAM-06 NAM-07',
    'Names of attributes and relationships obey the rules of member names.',
  ),
  'reserved-field-names': states('RES-10', 'No attribute and no relationship is called type or id.'),
  'shared-field-names': states('RES-11', 'An attribute and a relationship of one resource do not share a name.'),
  'relationship-object': states(
    'REL-01 EXT-11 NAM-09',
    'A relationship is an object with at least one of links, data, meta or a member of an applied extension.',
  ),
  linkage: states('REL-05 REL-03', 'Resource linkage is null, a resource identifier object, or an array of them.'),
  'identifier-type': states('RID-01', 'A resource identifier object has a type.'),
  'identifier-id': states(
    'RID-02',
    'A resource identifier object has an id, or a lid when it stands for a resource that is to be created.',
  ),
};
