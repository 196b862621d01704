import { ruleViolation } from '../../error/rule-violation.ts';
import { describeValue } from '../../internal/describe-value.ts';
import { copyFlat } from '../../internal/flat-string.ts';
import { isUriReference } from '../../internal/uri.ts';
import type { RelationshipLinks } from '../../spec/document/links-object.ts';
import type { RenderContext } from './render-context.ts';

/** Returns the checked URL that a function of the application returns. */
export function givenUrl(
  urlOf: (type: string, id: string, name: string) => unknown,
  type: string,
  id: string,
  name?: string,
): string {
  const url = urlOf(type, id, name as string);
  if (typeof url === 'string' && isUriReference(url)) return copyFlat(url);
  throw ruleViolation(
    'link-url',
    `"${type}" ${JSON.stringify(id)}: \`urls\` must return a URL, but it returned ${describeValue(url)}.`,
  );
}

/** Returns the links of a relationship by functions of the application. */
export function givenRelationshipLinks(
  { urls, frozen }: Pick<RenderContext, 'urls' | 'frozen'>,
  type: string,
  id: string,
  name: string,
): RelationshipLinks | undefined {
  const { relationship: self, related } = urls ?? {};
  if (self === undefined && related === undefined) return undefined;
  const links = {
    ...(self && { self: givenUrl(self, type, id, name) }),
    ...(related && { related: givenUrl(related, type, id, name) }),
  };
  return frozen ? Object.freeze(links) : links;
}
