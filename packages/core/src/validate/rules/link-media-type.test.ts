import { accepts, rejects } from '../../../test/rule-cases.ts';
import { linkMediaType } from './links.ts';

accepts(linkMediaType, [
  ['a media type', { meta: {}, links: { self: { href: '/', type: 'application/vnd.api+json' } } }],
  ['another string', { meta: {}, links: { self: { href: '/', type: 'html' } } }],
]);

rejects(linkMediaType, [
  ['a number', { meta: {}, links: { self: { href: '/', type: 1 } } }, '/links/self/type'],
  ['null', { meta: {}, links: { self: { href: '/', type: null } } }, '/links/self/type'],
]);
