/** Patterns that the text of a document must match for a rule to be about it; other rules are about every document. */
const needs: readonly (readonly [rules: RegExp, text: RegExp])[] = [
  [/^error-pointer$/, /"pointer":/],
  [/^error-parameter$/, /"parameter":/],
  [/^error-header$/, /"header":/],
  [/^error-source/, /"source":/],
  [/^unique-error-ids$/, /"errors":\[\{[\s\S]*"id":/],
  [/^cursor-errors$/, /^[^\n]*cursor-pagination[^\n]*\n[\s\S]*"errors":/],
  [/error/, /"errors":/],
  [/^(included|full-linkage|included-resources)/, /"included":/],
  [/^unique-resources$/, /"included":|"data":\[/],
  [/^jsonapi/, /"jsonapi":/],
  [/^jsonapi-uris$/, /"(ext|profile)":/],
  [/^meta-object$/, /"meta":/],
  [/^link-relation$/, /"rel":/],
  [/^link-title$/, /"links":[\s\S]*"title":/],
  [/^link-languages$/, /"hreflang":/],
  [/^(link-href|self-link-type|link-media-type|media-type-syntax)$/, /"href":/],
  [/^pagination-links$/, /"(next|prev|first|last)":/],
  [/^(null-)?link/, /"links":/],
  [/^relationship/, /"relationships":/],
  [/^(linkage|repeated-linkage)$/, /"relationships":|\/relationships\//],
  [/^identifier/, /"relationships":[\s\S]*"data":/],
  [/^(attributes-object|field-names|shared-field-names|reserved-field-names)$/, /"attributes":/],
  [/^(local-id|redundant-local-id)$/, /"lid":/],
  [/^atomic/, /"atomic:/],
  [/^cursor-(?!errors)/, /^[^\n]*cursor-pagination[^\n]*\n[\s\S]*"page":/],
];

/** Returns what a document must contain for a rule to be about it. */
export function neededBy(rule: string): RegExp {
  return needs.find(([rules]) => rules.test(rule))?.at(1) ?? /./;
}
