import type { AcceptedSurvivor } from './accepted-survivors.ts';

const KNOWN_NAMES = 'A name that is remembered is only found faster, and the limits only bound the memory for it.';

const EMPTY_MAP = 'An empty map made anew is equal to the one there is: taking that one is only faster.';

const FULL = 'Problems beyond the limit are not kept: to stop looking for them is only faster.';

/** Those of the files that read requests. */
export const acceptedInRequests: readonly AcceptedSurvivor[] = [
  {
    file: 'packages/core/src/media-type/accept.ts',
    original: "if ((weightFor('application/*') ?? weightFor('*/*') ?? 0) > 0) return anything;",
    mutated: "if ((weightFor('application/*') ?? weightFor('*/*')) > 0) return anything;",
    reason: 'For types only: undefined is not above 0.',
  },
  {
    file: 'packages/core/src/media-type/media-type.ts',
    original: 'while (!isDone(cursor) && isTokenCharacter(cursor.text[cursor.position] as string)) cursor.position++;',
    mutated: 'while (isTokenCharacter(cursor.text[cursor.position] as string)) cursor.position++;',
    reason: 'For types only: no token character follows the end.',
  },
  {
    file: 'packages/core/src/parse/attributes.ts',
    original: "if (absent === 'keep' || validated === state.type.attributes.size) return values;",
    mutated: "if (absent === 'keep') return values;",
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
    original:
      'return text.length > most || text.length * 3 <= most ? text.length : new TextEncoder().encode(text).byteLength;',
    mutated: 'return text.length > most ? text.length : new TextEncoder().encode(text).byteLength;',
    reason: 'Short text is not counted only to save time.',
  },
  {
    file: 'packages/core/src/parse/read-document.ts',
    original:
      'return text.length > most || text.length * 3 <= most ? text.length : new TextEncoder().encode(text).byteLength;',
    mutated: 'return text.length * 3 <= most ? text.length : new TextEncoder().encode(text).byteLength;',
    reason: 'Text that is too long is not counted only to save time.',
  },
  {
    file: 'packages/core/src/parse/read-document.ts',
    original:
      'return text.length > most || text.length * 3 <= most ? text.length : new TextEncoder().encode(text).byteLength;',
    mutated:
      'return text.length > most || text.length * 3 < most ? text.length : new TextEncoder().encode(text).byteLength;',
    reason: 'At the border the count decides, with the same result.',
  },
  {
    file: 'packages/core/src/query/parse-query.ts',
    original: "const given = typeof parameters === 'string' ? new URLSearchParams(parameters) : parameters;",
    mutated: 'const given = true ? new URLSearchParams(parameters) : parameters;',
    reason: 'A copy holds the same: making none is only faster.',
  },
  {
    file: 'packages/core/src/query/parse-query.ts',
    original: 'page: page.size === 0 ? noParameters : frozenMap(page),',
    mutated: 'page: false ? noParameters : frozenMap(page),',
    reason: EMPTY_MAP,
  },
  {
    file: 'packages/core/src/query/parse-query.ts',
    original: 'page: page.size === 0 ? noParameters : frozenMap(page),',
    mutated: 'page: page.size === -1 ? noParameters : frozenMap(page),',
    reason: EMPTY_MAP,
  },
  {
    file: 'packages/core/src/query/parse-query.ts',
    original: 'extensionParameters: extensionParameters.size === 0 ? noParameters : frozenMap(extensionParameters),',
    mutated: 'extensionParameters: false ? noParameters : frozenMap(extensionParameters),',
    reason: EMPTY_MAP,
  },
  {
    file: 'packages/core/src/query/parse-query.ts',
    original: 'extensionParameters: extensionParameters.size === 0 ? noParameters : frozenMap(extensionParameters),',
    mutated: 'extensionParameters: extensionParameters.size === -1 ? noParameters : frozenMap(extensionParameters),',
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
    original: 'if (isFull(errors)) break;',
    mutated: 'if (false) break;',
    reason: FULL,
  },
  {
    file: 'packages/core/src/query/filter.ts',
    original: 'if (isFull(errors)) break;',
    mutated: 'if (false) break;',
    reason: FULL,
  },
  {
    file: 'packages/core/src/query/sort.ts',
    original: 'if (isFull(errors)) break;',
    mutated: 'if (false) break;',
    reason: FULL,
  },
  {
    file: 'packages/core/src/query/include.ts',
    original: 'if (isFull(errors)) return;',
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
    original: 'if (found.length <= 1) return found[0]?.targets ?? [];',
    mutated: 'if (found.length < 1) return found[0]?.targets ?? [];',
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
    original:
      'if (errors.length < most) errors.push(errorObject(code, detail, { source: { pointer: pointerTo(place) } }));',
    mutated: 'if (true) errors.push(errorObject(code, detail, { source: { pointer: pointerTo(place) } }));',
    reason: 'Where the problems are gathered, the same number is kept: what is left out here would only take memory.',
  },
  {
    file: 'packages/core/src/parse/error-collector.ts',
    original:
      'if (errors.length < most) errors.push(errorObject(code, detail, { source: { pointer: pointerTo(place) } }));',
    mutated:
      'if (errors.length <= most) errors.push(errorObject(code, detail, { source: { pointer: pointerTo(place) } }));',
    reason: 'Where the problems are gathered, the same number is kept: what is left out here would only take memory.',
  },
  {
    file: 'packages/core/src/query/read-parameter.ts',
    original: 'draft.sort = parseSort(api, type, value, limits, draft.errors) ?? draft.sort;',
    mutated: 'draft.sort = parseSort(api, type, value, limits, draft.errors);',
    reason: 'For types only: without an order an error was reported, and the query is not used.',
  },
  {
    file: 'packages/core/src/query/split-list.ts',
    original:
      'if (members.length <= SMALL_LIST && members.every((member, index) => members.indexOf(member) === index)) return members;',
    mutated: 'if (false) return members;',
    reason: 'The set comes to the same: looking through a few members is only faster.',
  },
  {
    file: 'packages/core/src/query/split-list.ts',
    original:
      'if (members.length <= SMALL_LIST && members.every((member, index) => members.indexOf(member) === index)) return members;',
    mutated: 'if (members.every((member, index) => members.indexOf(member) === index)) return members;',
    reason: 'The set comes to the same: looking through a few members is only faster.',
  },
  {
    file: 'packages/core/src/query/split-list.ts',
    original:
      'if (members.length <= SMALL_LIST && members.every((member, index) => members.indexOf(member) === index)) return members;',
    mutated:
      'if (members.length < SMALL_LIST && members.every((member, index) => members.indexOf(member) === index)) return members;',
    reason: 'The set comes to the same: looking through a few members is only faster.',
  },
  {
    file: 'packages/core/src/query/split-list.ts',
    original:
      'if (members.length <= SMALL_LIST && members.every((member, index) => members.indexOf(member) === index)) return members;',
    mutated:
      'if (members.length <= SMALL_LIST && members.every((member, index) => members.indexOf(member) !== index)) return members;',
    reason: 'The set comes to the same: looking through a few members is only faster.',
  },
];
