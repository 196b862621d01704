import type { Api, FilterCondition, FilterTerm, RelationshipDefinition, ResourceType } from '@linkage/core';
import {
  attributeAt,
  followField,
  isFilterOperator,
  memberOf,
  pickMembers,
  truncate,
  valuesTaken,
} from '@linkage/core/internal';
import { conditionParts } from '@linkage/core/records';

/** The maximum depth of the groups of a rule: sources translate them recursively. */
const MAX_DEPTH = 50;

/** The operand of a condition: a value, the id of a resource itself, or related resources. */
type Operand = 'id' | 'value' | RelationshipDefinition;

/** Returns what a field of a rule compares, or undefined if the field does not exist. */
function operandOf(api: Api, type: ResourceType, field: string): Operand | undefined {
  const { end, name } = followField(field, type, ({ relationships }, step) => {
    const targets = relationships.get(step)?.targets ?? [];
    return targets.length === 1 ? api.types.get(targets[0] as string) : undefined;
  });
  if (name === 'id') return 'id';
  const relationship = end.relationships.get(name);
  if (relationship !== undefined) return relationship;
  const attribute = attributeAt(end, name);
  // A computed attribute is not part of a record.
  if (attribute !== undefined) return attribute.compute === undefined ? 'value' : undefined;
  return /^@[^.]+$/.test(name) ? 'value' : undefined;
}

/** Returns why a path ends too early: at a relationship with several target types, whose resources have no fields in common. */
function pathHint(api: Api, type: ResourceType, field: string): string {
  let current: ResourceType | undefined = type;
  for (const step of field.split('.').slice(0, -1)) {
    const targets: readonly string[] = current?.relationships.get(step)?.targets ?? [];
    if (targets.length > 1)
      return ` A path cannot continue after \`${step}\`, which has several target types. Compare a column with a name that begins with "@".`;
    current = api.types.get(targets.at(0) ?? '');
  }
  return '';
}

function isId(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint';
}

/**
 * Returns the ids of a condition as strings. If the relationship has several target types, they must be identifiers: an id does not
 * contain its type, so it would also match a resource of another type.
 */
function readIds(where: string, operand: Exclude<Operand, 'value'>, values: readonly unknown[]): readonly unknown[] {
  const targets = operand === 'id' ? [] : operand.targets;
  const orNull = operand === 'id' ? '' : ', or null';
  return values.map((value) => {
    if (value === null && operand !== 'id') return value;
    if (targets.length < 2) {
      if (isId(value)) return String(value);
      throw new TypeError(`${where} whose values must be ids${orNull}.`);
    }
    const { type, id } = pickMembers(Object(value) as { type?: unknown; id?: unknown }, ['type', 'id']);
    if (isId(id) && targets.includes(type as string)) return Object.freeze({ type, id: String(id) });
    throw new TypeError(
      `${where} whose values must be identifiers of its target types, such as { type: ${JSON.stringify(targets[0])}, id: "1" }, or null.`,
    );
  });
}

function readTerm(where: string, api: Api, type: ResourceType, given: object): FilterTerm {
  const [field, operator = 'eq', values] = ['field', 'operator', 'values'].map((name) => memberOf(given, name));
  if (typeof field !== 'string' || !Array.isArray(values) || !isFilterOperator(operator)) {
    throw new TypeError(`${where} that must be \`{ field, operator, values }\` or a group, but is not.`);
  }
  const operand = operandOf(api, type, field);
  if (operand === undefined)
    throw new TypeError(
      `${where} on ${JSON.stringify(truncate(field))}, which is not a field of "${type.name}".${pathHint(api, type, field)}`,
    );
  if (operand !== 'value' && operator !== 'eq' && operator !== 'ne')
    throw new TypeError(
      `${where} on \`${field}\` with the operator ${JSON.stringify(operator)}, but ids and relationships can only be compared with "eq" and "ne".`,
    );
  if (values.some((value) => value === undefined || (operand === 'id' && value === null))) {
    throw new TypeError(
      `${where} on \`${field}\` whose values must not be undefined${operand === 'id' ? ' or null' : ''}.`,
    );
  }
  if (operator === 'search')
    throw new TypeError(
      `${where} on \`${field}\` with the operator "search", which only requests can use: databases do not agree about words.`,
    );
  if (valuesTaken(operator) === 'two' && values.length !== 2)
    throw new TypeError(`${where} on \`${field}\` with the operator "${operator}", which must have two values.`);
  return Object.freeze({
    field,
    operator,
    values: Object.freeze(operand === 'value' ? [...values] : readIds(`${where} on \`${field}\``, operand, values)),
  });
}

/**
 * Checks a condition of a rule or a hook. An invalid condition could allow everything.
 *
 * @param where The beginning of each message, such as `list received a condition`.
 * @throws {TypeError} If it is neither a condition on a field of the type, nor a group of such conditions.
 */
export function readCondition(
  where: string,
  api: Api,
  type: ResourceType,
  given: unknown,
  depth: number = 0,
): FilterCondition {
  const condition = typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {};
  const names = ['and', 'or', 'not', 'field'].filter((name) => memberOf(condition, name) !== undefined);
  // With two of them, one would be ignored.
  if (names.length > 1)
    throw new TypeError(
      `${where} that must have one of the members \`and\`, \`or\`, \`not\`, and \`field\`, but has several.`,
    );
  const [name = 'field'] = names;
  if (name === 'field') return readTerm(where, api, type, condition);
  if (depth >= MAX_DEPTH) throw new TypeError(`${where} with more than ${MAX_DEPTH} levels of groups.`);
  const member = memberOf(condition, name);
  if (name === 'not') return Object.freeze({ not: readCondition(where, api, type, member, depth + 1) });
  // An empty group would match every resource, or none.
  if (!Array.isArray(member) || member.length === 0)
    throw new TypeError(`${where} whose group \`${name}\` must be a non-empty array of conditions.`);
  const parts = Object.freeze(member.map((it) => readCondition(where, api, type, it, depth + 1)));
  return Object.freeze(name === 'and' ? { and: parts } : { or: parts });
}

/** Whether a condition never matches, because it is a condition without values. */
export function neverMatches(condition: FilterCondition): boolean {
  const parts = conditionParts(condition);
  return parts.kind === 'term' && parts.term.values.length === 0 && parts.term.operator !== 'ne';
}
