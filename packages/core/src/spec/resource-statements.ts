import type { ResourceRuleId } from './rule-id.ts';
import { type RuleStatement, states } from './rule-statement.ts';

/** The statements of the rules in `resource-rules.ts`. */
export const resourceStatements: Readonly<Record<ResourceRuleId, RuleStatement>> = {
  'resource-type': states('RES-01 RES-06', 'A resource object must have a `type`.'),
  'resource-id': states(
    'RES-02 RES-04 RES-19',
    'A resource object must have an `id`, unless a client sends it to create a resource.',
  ),
  'identification-strings': states('RES-03 RID-03', '`type`, `id`, and `lid` must be strings.'),
  'type-name': states('RES-08 NAM-06', 'A `type` must be a valid member name.'),
  'local-id': states('RES-05', 'A resource must have the same `lid` wherever the document represents it.'),
  'attributes-object': states('RES-12 RES-13', '`attributes` must be an object.'),
  'relationships-object': states('RES-15', '`relationships` must be an object.'),
  'field-names': states(
    'RES-20 NAM-02 NAM-03 NAM-04 NAM-05 NAM-06 NAM-07',
    'Names of attributes and relationships must be valid member names.',
  ),
  'reserved-field-names': states('RES-10', 'Attributes and relationships must not be named `type` or `id`.'),
  'shared-field-names': states(
    'RES-11',
    'An attribute and a relationship of one resource must not have the same name.',
  ),
  'relationship-object': states(
    'REL-01 EXT-11 NAM-09',
    'A relationship must be an object with at least one of `links`, `data`, `meta`, or a member of an applied extension.',
  ),
  linkage: states(
    'REL-05 REL-03',
    'Resource linkage must be null, a resource identifier object, or an array of resource identifier objects.',
  ),
  'identifier-type': states('RID-01', 'A resource identifier object must have a `type`.'),
  'identifier-id': states(
    'RID-02',
    'A resource identifier object must have an `id`, or a `lid` if it identifies a resource that the request creates.',
  ),
};
