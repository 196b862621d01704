import type { LinksRuleId } from './rule-id.ts';
import { type RuleStatement, states } from './rule-statement.ts';

/** What the rules of `links-rules.ts` say. */
export const linksStatements: Readonly<Record<LinksRuleId, RuleStatement>> = {
  'links-object': states('LNK-01 DOC-13 RES-16', 'Every links is an object.'),
  'link-value': states(
    'LNK-02 LNK-07 LNK-15 PAG-03 ERR-08',
    'A link is a string, a link object or null; the type of an error may be an array of links.',
  ),
  'link-names': states(
    'LNK-13 PAG-02 DOC-15 DOC-19 RES-16',
    'A links object holds only the links that are defined for its place, or those of an applied extension.',
  ),
  'relationship-links': states(
    'REL-02 EXT-11',
    'The links of a relationship that has nothing else hold self, related or a member of an applied extension.',
  ),
  'pagination-links': states('PAG-05 PAG-06 REL-07 PAG-02', 'Pagination links stand beside a collection.'),
  'link-href': states('LNK-05', 'A link object has an href, which is a string.'),
  'link-url': states('LNK-14 LNK-05', 'The URL of a link is a URI reference; square brackets need no encoding.'),
  'link-relation': states('LNK-06', 'The rel of a link object is a link relation type.'),
  'link-title': states('LNK-08', 'The title of a link object is a string.'),
  'link-media-type': states('LNK-09', 'The type of a link object is a string.'),
  'link-languages': states('LNK-10', 'The hreflang of a link object is a language tag or an array of them.'),
};
