import type { AcceptedSurvivor } from './accepted-survivors.ts';

const KNOWN_NAMES = 'A name that is remembered is only found faster, and the limits only bound the memory for it.';

const EMPTY_MAP = 'An empty map made anew is equal to the one there is: taking that one is only faster.';

const CONSTANT = 'Frozen options are remembered: checking them again for each request is only slower.';

const FULL = 'Problems beyond the limit are not kept: to stop looking for them is only faster.';

/** Those of the files that read requests. */
export const acceptedInRequests: readonly AcceptedSurvivor[] = [
  {
    file: 'packages/core/src/media-type/accept.ts',
    original: "if ((weightFor('application/*') ?? weightFor('*/*') ?? 0) > 0) return noParameters;",
    mutated: "if ((weightFor('application/*') ?? weightFor('*/*')) > 0) return noParameters;",
    reason: 'For types only: undefined is not above 0.',
  },
  {
    file: 'packages/core/src/parse/attributes.ts',
    original: "if (state.request === 'update' || validated === state.type.attributes.size) return values;",
    mutated: "if (state.request === 'update') return values;",
    reason: 'When all attributes have been judged, none is absent: looking for one takes time only.',
  },
  {
    file: 'packages/core/src/parse/scan-text.ts',
    original:
      "while (end !== -1 && text.charCodeAt(end - 1) === BACKSLASH && isEscaped(text, end)) end = text.indexOf('\"', end + 1);",
    mutated: "while (end !== -1 && isEscaped(text, end)) end = text.indexOf('\"', end + 1);",
    reason: 'Without a backslash before it, a quote is not escaped: asking first is only faster.',
  },
  {
    file: 'packages/core/src/parse/scan-text.ts',
    original: 'for (let index = 0; index < text.length; index++) {',
    mutated: 'for (let index = 0; index <= text.length; index++) {',
    reason: 'Past the end the code is NaN, which is not a character of JSON.',
  },
  {
    file: 'packages/core/src/parse/read-document.ts',
    original: 'return text.length > maxBytes || text.length * 3 <= maxBytes',
    mutated: 'return text.length > maxBytes',
    reason: 'Short text is not counted only to save time.',
  },
  {
    file: 'packages/core/src/parse/read-document.ts',
    original: 'return text.length > maxBytes || text.length * 3 <= maxBytes',
    mutated: 'return text.length * 3 <= maxBytes',
    reason: 'Text that is too long is not counted only to save time.',
  },
  {
    file: 'packages/core/src/parse/read-document.ts',
    original: 'return text.length > maxBytes || text.length * 3 <= maxBytes',
    mutated: 'return text.length > maxBytes || text.length * 3 < maxBytes',
    reason: 'At the border the count decides, with the same result.',
  },
  {
    file: 'packages/core/src/query/parse-query.ts',
    original: 'if (extensionParameters.size > 0) query.extensionParameters = frozenMap(extensionParameters);',
    mutated: 'if (true) query.extensionParameters = frozenMap(extensionParameters);',
    reason: EMPTY_MAP,
  },
  {
    file: 'packages/core/src/query/parse-query.ts',
    original: 'if (extensionParameters.size > 0) query.extensionParameters = frozenMap(extensionParameters);',
    mutated: 'if (extensionParameters.size >= 0) query.extensionParameters = frozenMap(extensionParameters);',
    reason: EMPTY_MAP,
  },
  {
    file: 'packages/core/src/query/query-parameter-family.ts',
    original: 'if (remembered !== undefined) return remembered;',
    mutated: 'if (false) return remembered;',
    reason: KNOWN_NAMES,
  },
  {
    file: 'packages/core/src/query/query-parameter-family.ts',
    original: 'if (used === undefined || name.length > MAX_NAME_LENGTH) return used;',
    mutated: 'if (true) return used;',
    reason: KNOWN_NAMES,
  },
  {
    file: 'packages/core/src/query/query-parameter-family.ts',
    original: 'if (used === undefined || name.length > MAX_NAME_LENGTH) return used;',
    mutated: 'if (used === undefined) return used;',
    reason: KNOWN_NAMES,
  },
  {
    file: 'packages/core/src/query/query-parameter-family.ts',
    original: 'if (used === undefined || name.length > MAX_NAME_LENGTH) return used;',
    mutated: 'if (used === undefined || name.length >= MAX_NAME_LENGTH) return used;',
    reason: KNOWN_NAMES,
  },
  {
    file: 'packages/core/src/query/query-parameter-family.ts',
    original: 'if (known.size >= CACHE_SIZE) known.clear();',
    mutated: 'if (true) known.clear();',
    reason: KNOWN_NAMES,
  },
  {
    file: 'packages/core/src/query/query-parameter-family.ts',
    original: 'if (known.size >= CACHE_SIZE) known.clear();',
    mutated: 'if (false) known.clear();',
    reason: KNOWN_NAMES,
  },
  {
    file: 'packages/core/src/query/query-parameter-family.ts',
    original: 'if (known.size >= CACHE_SIZE) known.clear();',
    mutated: 'if (known.size > CACHE_SIZE) known.clear();',
    reason: KNOWN_NAMES,
  },
  {
    file: 'packages/core/src/query/query-parameters.ts',
    original: 'if (known !== undefined) return known;',
    mutated: 'if (false) return known;',
    reason:
      'A declaration that was checked is frozen or its author changes it at their peril: checking it again is only slower.',
  },
  {
    file: 'packages/core/src/query/fields.ts',
    original: 'if (errors.isFull()) break;',
    mutated: 'if (false) break;',
    reason: FULL,
  },
  {
    file: 'packages/core/src/query/sort.ts',
    original: 'if (errors.isFull()) break;',
    mutated: 'if (false) break;',
    reason: FULL,
  },
  {
    file: 'packages/core/src/query/include.ts',
    original: 'if (errors.isFull()) return;',
    mutated: 'if (false) return;',
    reason: FULL,
  },
  {
    file: 'packages/core/src/query/filter-value.ts',
    original: "if (!list.includes('\\\\')) return list.split(',').map((text) => parseListItem(text, true));",
    mutated: "if (false) return list.split(',').map((text) => parseListItem(text, true));",
    reason: 'Without a backslash, the loop below comes to the same: splitting is only faster.',
  },
  {
    file: 'packages/core/src/query/include.ts',
    original: 'if (found.length <= 1) return found.at(0)?.targets ?? [];',
    mutated: 'if (found.length < 1) return found.at(0)?.targets ?? [];',
    reason: 'The targets of one relationship are distinct already: making no set of them is only faster.',
  },
  {
    file: 'packages/core/src/query/include.ts',
    original: 'const all = types.flatMap((type) => [...(api.types.get(type)?.relationships.values() ?? [])]);',
    mutated: 'const all = types.flatMap((type) => [...(api.types.get(type)?.relationships.values())]);',
    reason: 'For types only: every type that is asked for exists.',
  },
  {
    file: 'packages/core/src/parse/error-collector.ts',
    original: 'const longer = name.length > MAX_POINTER_LENGTH ? undefined : formatPointer([name]);',
    mutated: 'const longer = name.length >= MAX_POINTER_LENGTH ? undefined : formatPointer([name]);',
    reason: 'A name that is too long makes a pointer that is too long: not writing it is only faster.',
  },
  {
    file: 'packages/core/src/parse/error-collector.ts',
    original: 'const longer = name.length > MAX_POINTER_LENGTH ? undefined : formatPointer([name]);',
    mutated: 'const longer = false ? undefined : formatPointer([name]);',
    reason: 'A name that is too long makes a pointer that is too long: not writing it is only faster.',
  },
  {
    file: 'packages/core/src/parse/error-collector.ts',
    original: 'if (!list.isFull()) list.add(code, detail, { pointer: pointerTo(base, path) }, issue);',
    mutated: 'if (true) list.add(code, detail, { pointer: pointerTo(base, path) }, issue);',
    reason: 'A full list adds nothing: not writing the pointer is only faster.',
  },
  {
    file: 'packages/core/src/query/sort.ts',
    original: 'sort = parseSort(api, resourceType(api, types[0] as string), value, limits, errors) ?? sort;',
    mutated: 'sort = parseSort(api, resourceType(api, types[0] as string), value, limits, errors);',
    reason: 'For types only: without an order an error was reported, and the query is not used.',
  },
  {
    file: 'packages/core/src/query/split-list.ts',
    original:
      'if (members.length <= SMALL_LIST && members.every((member, index) => members.indexOf(member) === index))',
    mutated: 'if (false)',
    reason: 'The set comes to the same: looking through a few members is only faster.',
  },
  {
    file: 'packages/core/src/query/split-list.ts',
    original:
      'if (members.length <= SMALL_LIST && members.every((member, index) => members.indexOf(member) === index))',
    mutated: 'if (members.every((member, index) => members.indexOf(member) === index))',
    reason: 'The set comes to the same: looking through a few members is only faster.',
  },
  {
    file: 'packages/core/src/query/split-list.ts',
    original:
      'if (members.length <= SMALL_LIST && members.every((member, index) => members.indexOf(member) === index))',
    mutated: 'if (members.length < SMALL_LIST && members.every((member, index) => members.indexOf(member) === index))',
    reason: 'The set comes to the same: looking through a few members is only faster.',
  },
  {
    file: 'packages/core/src/query/split-list.ts',
    original:
      'if (members.length <= SMALL_LIST && members.every((member, index) => members.indexOf(member) === index))',
    mutated: 'if (members.length <= SMALL_LIST && members.every((member, index) => members.indexOf(member) !== index))',
    reason: 'The set comes to the same: looking through a few members is only faster.',
  },
  {
    file: 'packages/core/src/parse/document-index.ts',
    original: 'if (kept.length < elements) indexes.set(linkage, kept);',
    mutated: 'if (true) indexes.set(linkage, kept);',
    reason: 'Without repeated identifiers, the indexes are the positions: remembering them only takes memory.',
  },
  {
    file: 'packages/core/src/parse/parse-options.ts',
    original: 'if (isConstant(options)) constants.set(options, read);',
    mutated: 'if (false) constants.set(options, read);',
    reason: CONSTANT,
  },
  {
    file: 'packages/core/src/extensions/atomic/read-operations.ts',
    original: 'if (operation !== undefined) read.push(operation);',
    mutated: 'if (true) read.push(operation);',
    reason: 'For types only: without an operation an error was reported, and the list is not used.',
  },
  {
    file: 'packages/core/src/query/query-limits.ts',
    original: 'if (isConstant(limits)) checkedLimits.set(limits, read);',
    mutated: 'if (false) checkedLimits.set(limits, read);',
    reason: CONSTANT,
  },
  {
    file: 'packages/core/src/query/filter-language.ts',
    original: "return known.length < parts.length ? undefined : groupOf(expression.name as 'and', known);",
    mutated: "return false ? undefined : groupOf(expression.name as 'and', known);",
    reason: 'An error was reported, so the filter is not used.',
  },
  {
    file: 'packages/core/src/query/format-filter.ts',
    original:
      "const isPlain = conditions.length === 1 && single !== undefined && conditionParts(single).kind !== 'and';",
    mutated: "const isPlain = conditions.length === 1 && conditionParts(single).kind !== 'and';",
    reason: 'For types only: a list of one condition has a first one.',
  },
  {
    file: 'packages/core/src/query/format-query.ts',
    original: 'at = at.flatMap((type) => api.types.get(type)?.relationships.get(step)?.targets.slice(0, 1) ?? []);',
    mutated: 'at = at.flatMap((type) => api.types.get(type)?.relationships.get(step)?.targets.slice(0, 1));',
    reason: 'For types only: no type has the name undefined, so no attribute is found either.',
  },
  {
    file: 'packages/core/src/extensions/atomic/read-target.ts',
    original: "return targetOf(found.type, found.kind === 'collection' ? undefined : found.id);",
    mutated: 'return targetOf(found.type, false ? undefined : found.id);',
    reason: 'For types only: the target of a collection does not have an id.',
  },
  {
    file: 'packages/core/src/extensions/atomic/parse-operations.ts',
    original: 'if (errors.length >= Math.max(1, limits.errors)) break;',
    mutated: 'if (errors.length > Math.max(1, limits.errors)) break;',
    reason: FULL,
  },
  {
    file: 'packages/core/src/extensions/atomic/read-operations.ts',
    original: 'if (collector.isFull()) break;',
    mutated: 'if (false) break;',
    reason: FULL,
  },
];
