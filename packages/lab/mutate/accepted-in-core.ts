// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pieces of source files

import type { AcceptedSurvivor } from './accepted-survivors.ts';

const FAST_PATH = 'The general code below gives the same result: this branch only makes frequent values faster.';

const FROZEN_TEXT = 'Objects that become text are not returned: leaving them unfrozen is only faster.';

const FOUND_AGAIN = 'The value that is remembered is equal to one made again: it only saves time.';

/** Those of the folders that build and read documents. */
export const acceptedInCore: readonly AcceptedSurvivor[] = [
  {
    file: 'packages/core/src/compound/linkage.ts',
    original: 'return frozen ? Object.freeze(result) : result;',
    mutated: 'return true ? Object.freeze(result) : result;',
    reason: FROZEN_TEXT,
  },
  {
    file: 'packages/core/src/compound/linkage.ts',
    original: 'if (target !== undefined) {',
    mutated: 'if (false) {',
    reason: FAST_PATH,
  },
  {
    file: 'packages/core/src/compound/linkage.ts',
    original: 'if (other.id === id && other.type === type) return true;',
    mutated: 'if (other.id === id) return true;',
    reason: 'withoutRepeats compares the types again: not to call it is only faster.',
  },
  {
    file: 'packages/core/src/compound/linkage.ts',
    original: 'if (map !== undefined && step !== undefined && reference.record !== undefined) {',
    mutated: 'if (step !== undefined && reference.record !== undefined) {',
    reason: 'For types only: callers pass a map with every step.',
  },
  {
    file: 'packages/core/src/compound/resource.ts',
    original: 'return frozen ? Object.freeze(object) : object;',
    mutated: 'return true ? Object.freeze(object) : object;',
    reason: FROZEN_TEXT,
  },
  {
    file: 'packages/core/src/compound/resource.ts',
    original: 'return frozen ? Object.freeze(attributeValues) : attributeValues;',
    mutated: 'return true ? Object.freeze(attributeValues) : attributeValues;',
    reason: FROZEN_TEXT,
  },
  {
    file: 'packages/core/src/compound/traversal.ts',
    original: 'if (steps === undefined && !traversals.known.has(node)) {',
    mutated: 'if (true) {',
    reason: FOUND_AGAIN,
  },
  {
    file: 'packages/core/src/compound/write-linkage.ts',
    original: 'if (ids.length > SMALL_LINKAGE_LENGTH) return new Set(ids).size < ids.length;',
    mutated: 'if (true) return new Set(ids).size < ids.length;',
    reason: 'Both ways of finding repeats give the same result: searching short lists is only faster.',
  },
  {
    file: 'packages/core/src/compound/write-linkage.ts',
    original: "const isNamed = typeof value === 'object' && value !== null && 'type' in value;",
    mutated: "const isNamed = typeof value === 'object' && value !== null;",
    reason: 'linkageOf writes every value alike: reading ids without it is only faster.',
  },
  {
    file: 'packages/core/src/compound/write-linkage.ts',
    original: 'if (isNamed && step !== undefined && reader.recordOf === undefined) return undefined;',
    mutated: 'if (isNamed && reader.recordOf === undefined) return undefined;',
    reason: 'linkageOf writes every value alike: reading ids without it is only faster.',
  },
  {
    file: 'packages/core/src/compound/write-linkage.ts',
    original: 'return hasRepeats(ids) ? undefined : ids;',
    mutated: 'return true ? undefined : ids;',
    reason: 'linkageOf writes every value alike: reading ids without it is only faster.',
  },
  {
    file: 'packages/core/src/compound/follow-paths.ts',
    original: 'if (isPlain) addRelatedRecord(map, next, target, id, value);',
    mutated: 'if (false) addRelatedRecord(map, next, target, id, value);',
    reason: FAST_PATH,
  },
  {
    file: 'packages/core/src/compound/follow-paths.ts',
    original: 'if (extras.unresolvedSteps.length === 0) return;',
    mutated: 'if (extras.unresolvedSteps.length === -1) return;',
    reason: 'A visit without steps changes nothing: leaving it out is only faster.',
  },
  {
    file: 'packages/core/src/compound/follow-paths.ts',
    original: "const relatedRecord = typeof value === 'object' && value !== null ? value : undefined;",
    mutated: "const relatedRecord = typeof value === 'object' ? value : undefined;",
    reason: 'For types only: callers know the id of the value, and null does not have one.',
  },
  {
    file: 'packages/core/src/compound/follow-paths.ts',
    original: 'if (extras.unresolvedSteps.length === 0) return;',
    mutated: 'if (false) return;',
    reason: 'A visit without steps changes nothing: leaving it out is only faster.',
  },
  {
    file: 'packages/core/src/compound/follow-paths.ts',
    original: 'for (let index = 0; index < value.length; index++) addRelatedValue(map, entry, step, value[index]);',
    mutated: 'for (let index = 0; index <= value.length; index++) addRelatedValue(map, entry, step, value[index]);',
    reason: 'An element behind the end is undefined, which adds nothing.',
  },
  {
    file: 'packages/core/src/compound/follow-paths.ts',
    original: "if (typeof value !== 'object' || value === null) return;",
    mutated: 'if (value === null) return;',
    reason: FAST_PATH,
  },
  {
    file: 'packages/core/src/compound/follow-paths.ts',
    original: 'if (entry.record !== record) addExtraRecord(map, entry, record);',
    mutated: 'if (true) addExtraRecord(map, entry, record);',
    reason: 'The same record again adds no field: leaving it out only saves memory.',
  },
  {
    file: 'packages/core/src/compound/follow-paths.ts',
    original: 'if (next.isEnd || entry.node === next || entry.extras?.nodes.has(next) === true) return;',
    mutated: 'if (entry.node === next || entry.extras?.nodes.has(next) === true) return;',
    reason: 'A visit without steps changes nothing: leaving it out is only faster.',
  },
  {
    file: 'packages/core/src/compound/resource-texts.ts',
    original: 'if (relationships.some(({ name }) => /^\\d+$/.test(name))) return undefined;',
    mutated: 'if (true) return undefined;',
    reason: 'Without texts, JSON.stringify writes the same text, only slower.',
  },
  {
    file: 'packages/core/src/deserialize/link-resources.ts',
    original: 'if (!(name in fields)) plainNames.add(name);',
    mutated: 'if (false) plainNames.add(name);',
    reason: 'Names that are not remembered are set by the general code below: remembering them is only faster.',
  },
  {
    file: 'packages/core/src/deserialize/resource-table.ts',
    original: 'if (type !== lastType) {',
    mutated: 'if (true) {',
    reason: FOUND_AGAIN,
  },
  {
    file: 'packages/core/src/error/error-values.ts',
    original: 'if (issue !== undefined) issues.set(error, issue as ErrorIssue);',
    mutated: 'if (true) issues.set(error, issue as ErrorIssue);',
    reason: 'An entry that is undefined reads like no entry: leaving it out only saves memory.',
  },
  {
    file: 'packages/core/src/internal/date-text.ts',
    original: 'if (!(time >= FIRST && time <= LAST)) return date.toISOString();',
    mutated: 'if (true) return date.toISOString();',
    reason: 'The text is that of toISOString: writing the digits here is only faster.',
  },
  {
    file: 'packages/core/src/internal/ignore-rejection.ts',
    original: 'if (isPromise(value)) Promise.resolve(value).catch(() => undefined);',
    mutated: 'if (true) Promise.resolve(value).catch(() => undefined);',
    reason: 'A promise of another value does not reject: creating none is only faster.',
  },
  {
    file: 'packages/core/src/internal/json-value.ts',
    original: 'if (exits.size > 0 && exits.delete(container as Exit)) {',
    mutated: 'if (exits.delete(container as Exit)) {',
    reason: 'An empty set does not contain the object either: asking for its size first is only faster.',
  },
  {
    file: 'packages/core/src/internal/json-value.ts',
    original: 'return parts.length === 0 ? undefined : search(value as object, parts);',
    mutated: 'return parts.length === -1 ? undefined : search(value as object, parts);',
    reason: 'A search through no parts finds nothing: not starting it is only faster.',
  },
  {
    file: 'packages/core/src/internal/own-or-inherited.ts',
    original: 'if (value === undefined || value !== (Object.prototype as Record<string, unknown>)[name]) return value;',
    mutated: 'if (value === undefined) return value;',
    reason: FAST_PATH,
  },
  {
    file: 'packages/core/src/internal/set-own.ts',
    original: 'if (name in Object.prototype) {',
    mutated: 'if (true) {',
    reason: 'Both ways create the same member: an assignment is only faster.',
  },
  {
    file: 'packages/core/src/serialize/document-writer.ts',
    original: 'if (jsonapi !== last.jsonapi) {',
    mutated: 'if (true) {',
    reason: FOUND_AGAIN,
  },
  {
    file: 'packages/core/src/serialize/item-texts.ts',
    original: 'step = isAsync ? await pending : (pending as IteratorResult<Item>);',
    mutated: 'step = true ? await pending : (pending as IteratorResult<Item>);',
    reason: 'An item that is available stays the same when it is awaited: not to await it is only faster.',
  },
  {
    file: 'packages/core/src/compound/linkage.ts',
    original:
      'if (context.identifierMeta === undefined) return freezeResult(context, { type: target.name, id: relatedId });',
    mutated: 'if (false) return freezeResult(context, { type: target.name, id: relatedId });',
    reason: FAST_PATH,
  },
  {
    file: 'packages/core/src/compound/linkage.ts',
    original: 'if (length > SMALL_LINKAGE_LENGTH)',
    mutated: 'if (false)',
    reason: 'Both ways of finding repeats give the same result: a set is only faster for long lists.',
  },
  {
    file: 'packages/core/src/compound/resource-plan.ts',
    original: 'if (plan === undefined) {',
    mutated: 'if (true) {',
    reason: FOUND_AGAIN,
  },
  {
    file: 'packages/core/src/compound/resource.ts',
    original: 'if (absent === 0 || !context.frozen) return freezeResult(context, relationshipObjects);',
    mutated: 'if (absent === -1 || !context.frozen) return freezeResult(context, relationshipObjects);',
    reason: 'Without absent relationships, the copy is equal: not to copy is only faster.',
  },
  {
    file: 'packages/core/src/compound/write-linkage.ts',
    original: "const isNamed = typeof value === 'object' && value !== null && 'type' in value;",
    mutated: "const isNamed = typeof value === 'object' && value === null && 'type' in value;",
    reason: 'linkageOf writes every value alike: reading ids without it is only faster.',
  },
  {
    file: 'packages/core/src/compound/write-linkage.ts',
    original: 'if (linkage !== undefined && target !== undefined && context.identifierMeta === undefined) {',
    mutated: 'if (linkage !== undefined && target === undefined && context.identifierMeta === undefined) {',
    reason: 'linkageOf writes every value alike: writing texts without it is only faster.',
  },
  {
    file: 'packages/core/src/parse/scan-text.ts',
    original: 'if (code <= 0x20 || code === COLON) continue;',
    mutated: 'if (code <= 33 || code === COLON) continue;',
    reason: 'An exclamation mark outside of a string is not JSON, so the text is rejected by the parser.',
  },
  {
    file: 'packages/core/src/query/query-checks.ts',
    original: "if (operator !== 'eq') checkName(operator);",
    mutated: 'if (true) checkName(operator);',
    reason: '`eq` is a member name: not to check it is only faster.',
  },
  {
    file: 'packages/core/src/validate/error-object-issues.ts',
    original: 'if (extensions.length === 0) {',
    mutated: 'if (extensions.length === -1) {',
    reason: FOUND_AGAIN,
  },
  {
    file: 'packages/core/src/record/primary-records.ts',
    original: `return typeof id === 'string' ? id : recordId(id, record, \`Record of type "\${type.name}"\`);`,
    mutated: 'return false ? id : recordId(id, record, `Record of type "${type.name}"`);',
    reason: FAST_PATH,
  },
  {
    file: 'packages/core/src/record/reference.ts',
    original: "if (typeof type === 'string' && types.includes(type)) return resourceType(api, type);",
    mutated: 'if (types.includes(type)) return resourceType(api, type);',
    reason: 'For types only: the list contains only strings.',
  },
  {
    file: 'packages/core/src/serialize/item-texts.ts',
    original: '} while (batch.length < size && (!isAsync || performance.now() < deadline));',
    mutated: '} while (batch.length < size && (!isAsync || performance.now() <= deadline));',
    reason: 'One millisecond more for a chunk changes only where it ends.',
  },
  {
    file: 'packages/core/src/internal/date-text.ts',
    original: 'if (!(time >= FIRST && time <= LAST)) return date.toISOString();',
    mutated: 'if (!(time > FIRST && time <= LAST)) return date.toISOString();',
    reason: 'The text is that of toISOString: writing the digits here is only faster.',
  },
  {
    file: 'packages/core/src/internal/json-value.ts',
    original: "return toJSON === Date.prototype.toJSON ? null : toJSON.call(container, '');",
    mutated: "return false ? null : toJSON.call(container, '');",
    reason: 'The toJSON of a Date returns a text or null: not to call it is only faster.',
  },
  {
    file: 'packages/core/src/internal/json-value.ts',
    original: 'if (Array.isArray(part) && part.length === 0) continue;',
    mutated: 'if (false) continue;',
    reason: 'An empty array has no parts to check: leaving it out is only faster.',
  },
  {
    file: 'packages/core/src/internal/json-value.ts',
    original: 'if (below.length === 0) continue;',
    mutated: 'if (below.length === -1) continue;',
    reason: 'An object without parts is left at once in both ways: not to enter it is only faster.',
  },
  {
    file: 'packages/core/src/extensions/atomic/read-target.ts',
    original: "if ('relationship' in found && type?.relationships.get(found.relationship)?.read === true) {",
    mutated: 'if (type?.relationships.get(found.relationship)?.read === true) {',
    reason: 'For types only: a URL without a relationship names none, and no relationship is called undefined.',
  },
];
