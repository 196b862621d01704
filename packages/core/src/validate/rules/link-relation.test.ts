import { accepts, rejects } from '../../../test/rule-cases.ts';
import { linkRelation } from './links.ts';

accepts(linkRelation, [
  ['a registered one', { meta: {}, links: { self: { href: '/', rel: 'describedby' } } }],
  ['a URI', { meta: {}, links: { self: { href: '/', rel: 'https://example.com/rel' } } }],
]);

rejects(linkRelation, [
  ['a number', { meta: {}, links: { self: { href: '/', rel: 1 } } }, '/links/self/rel'],
  ['the empty string', { meta: {}, links: { self: { href: '/', rel: '' } } }, '/links/self/rel'],
  ['a space', { meta: {}, links: { self: { href: '/', rel: 'self next' } } }, '/links/self/rel'],
]);
