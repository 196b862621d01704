import { at, both, ignoring, isGet, isRelated, isRelationship, pathOf, type Sabotage } from './sabotage.ts';

const isRelatedRead = both(isGet, isRelated);
const isLinkageRead = both(isGet, isRelationship);
/** Whether the URL is below a to-one relationship of the blog. */
const isToOne = both((request) => isRelatedRead(request) || isLinkageRead(request), at(/\/(?:author|friend)$/));
const includeOf = ({ url }: Request): string => new URL(url).searchParams.get('include') ?? '';

/** Servers that ignore a parameter at the URLs of related resources and of relationships. */
export const querySabotage: readonly Sabotage[] = [
  { name: 'related resources ignore the page size', row: 'PAG-01', handle: ignoring(isRelatedRead, /^page/) },
  { name: 'linkage ignores the page size', row: 'PAG-01', handle: ignoring(isLinkageRead, /^page/) },
  {
    name: 'a to-one relationship ignores the page size',
    row: 'QRY-01',
    handle: ignoring(isToOne, /^page\[size\]/),
  },
  { name: 'related resources ignore filters', row: 'FIL-01', handle: ignoring(isRelatedRead, /^filter/) },
  { name: 'linkage ignores filters', row: 'FIL-01', handle: ignoring(isLinkageRead, /^filter/) },
  {
    name: 'related resources ignore a known sort field',
    row: 'SRT-06',
    handle: ignoring(isRelatedRead, /^sort$/),
  },
  { name: 'linkage ignores a known sort field', row: 'SRT-06', handle: ignoring(isLinkageRead, /^sort$/) },
  {
    name: 'a to-one relationship ignores a known sort field',
    row: 'SRT-05',
    handle: ignoring(isToOne, /^sort$/),
  },
  {
    name: 'related resources ignore an include path of the parent',
    row: 'INC-07',
    handle: ignoring(
      both(isRelatedRead, (request) => /include=(?:author|comments|tags)$/.test(request.url)),
      /^include$/,
    ),
  },
  {
    name: 'linkage ignores an include path of a sibling',
    row: 'INC-07',
    handle: async (request, forward) => {
      const isSibling = !pathOf(request).endsWith(`/${includeOf(request)}`);
      const isOther = isLinkageRead(request) && isSibling && !/conformanceUnknown/.test(request.url);
      return isOther ? ignoring(() => true, /^include$/)(request, forward) : forward(request);
    },
  },
  { name: 'linkage ignores fieldsets', row: 'FLD-06', handle: ignoring(isLinkageRead, /^fields/) },
  { name: 'related resources ignore their whole query', row: 'QRY-01', handle: ignoring(isRelatedRead, /./) },
  { name: 'linkage ignores its whole query', row: 'QRY-01', handle: ignoring(isLinkageRead, /./) },
];
