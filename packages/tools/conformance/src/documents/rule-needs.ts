/** The parts that a document must contain for some rules to be about it. */
export interface Need {
  readonly rules: RegExp;
  readonly isMet: (type: string, text: string) => boolean;
}

/** Strings that must stand in a document, in this order. */
const inOrder =
  (...strings: readonly string[]) =>
  (_: string, text: string): boolean => {
    let at = 0;
    return strings.every((each) => {
      const found = text.indexOf(each, at);
      at = found + each.length;
      return found !== -1;
    });
  };
/** Strings of which one must stand in a document. */
const oneOf =
  (...strings: readonly string[]) =>
  (_: string, text: string): boolean =>
    strings.some((each) => text.includes(each));
/** A string that must stand in a document of the cursor pagination profile. */
const inCursors =
  (part: string) =>
  (type: string, text: string): boolean =>
    type.includes('cursor-pagination') && text.includes(part);

/** Strings that a document must contain for a rule to be about it; other rules are about every document. The first line counts. */
export const needs: readonly Need[] = [
  { rules: /^error-pointer$/, isMet: oneOf('"pointer":') },
  { rules: /^error-parameter$/, isMet: oneOf('"parameter":') },
  { rules: /^error-header$/, isMet: oneOf('"header":') },
  { rules: /^error-source/, isMet: oneOf('"source":') },
  { rules: /^unique-error-ids$/, isMet: inOrder('"errors":[{', '"id":') },
  { rules: /^cursor-errors$/, isMet: inCursors('"errors":') },
  { rules: /error/, isMet: oneOf('"errors":') },
  { rules: /^(included|full-linkage|unique-resources)/, isMet: oneOf('"included":') },
  { rules: /^jsonapi-uris$/, isMet: oneOf('"ext":', '"profile":') },
  { rules: /^jsonapi/, isMet: oneOf('"jsonapi":') },
  { rules: /^meta-object$/, isMet: oneOf('"meta":') },
  { rules: /^link-relation$/, isMet: oneOf('"rel":') },
  { rules: /^link-title$/, isMet: inOrder('"links":', '"title":') },
  { rules: /^link-languages$/, isMet: oneOf('"hreflang":') },
  { rules: /^(link-href|self-link-type|link-media-type|media-type-syntax)$/, isMet: oneOf('"href":') },
  { rules: /^pagination-links$/, isMet: oneOf('"next":', '"prev":', '"first":', '"last":') },
  { rules: /^(null-)?link/, isMet: oneOf('"links":') },
  { rules: /^relationship/, isMet: oneOf('"relationships":') },
  { rules: /^(linkage|repeated-linkage)$/, isMet: oneOf('"relationships":', '/relationships/') },
  { rules: /^identifier/, isMet: inOrder('"relationships":', '"data":') },
  {
    rules: /^(attributes-object|field-names|shared-field-names|reserved-field-names)$/,
    isMet: oneOf('"attributes":'),
  },
  { rules: /^(local-id|redundant-local-id)$/, isMet: oneOf('"lid":') },
  { rules: /^atomic/, isMet: oneOf('"atomic:') },
  { rules: /^cursor-(?!errors)/, isMet: inCursors('"page":') },
  { rules: /./, isMet: () => true },
];

/** Returns what a document must contain for a rule to be about it. */
export function neededBy(rule: string): Need {
  // The last need is that of every rule.
  return needs.find(({ rules }) => rules.test(rule)) as Need;
}
