import type { LinksRuleId } from './rule-id.ts';
import { type RuleStatement, states } from './rule-statement.ts';

/** The statements of the rules in `links-rules.ts`. */
export const linksStatements: Readonly<Record<LinksRuleId, RuleStatement>> = {
  'links-object': states('LNK-01 DOC-13 RES-16', '`links` must be an object.'),
  'link-value': states(
    'LNK-02 LNK-07 LNK-15 PAG-03 ERR-08',
    'A link must be a string, a link object, or null; the `type` link of an error can be an array of links.',
  ),
  'link-names': states(
    'LNK-13 PAG-02 DOC-15 DOC-19 RES-16',
    'A links object must contain only the links that are defined for it, or those of an applied extension.',
  ),
  'relationship-links': states(
    'REL-02 EXT-11',
    'If a relationship contains only `links`, these must contain `self`, `related`, or a member of an applied extension.',
  ),
  'pagination-links': states('PAG-05 PAG-06 REL-07 PAG-02', 'Pagination links must occur only with a collection.'),
  'link-href': states('LNK-05', 'A link object must have an `href`, which must be a string.'),
  'link-url': states(
    'LNK-14 LNK-05',
    'The URL of a link must be a URI reference; square brackets do not have to be encoded.',
  ),
  'link-relation': states('LNK-06', 'The `rel` of a link object must be a link relation type.'),
  'link-title': states('LNK-08', 'The `title` of a link object must be a string.'),
  'link-media-type': states('LNK-09', 'The `type` of a link object must be a string.'),
  'link-languages': states(
    'LNK-10',
    'The `hreflang` of a link object must be a language tag or an array of language tags.',
  ),
};
