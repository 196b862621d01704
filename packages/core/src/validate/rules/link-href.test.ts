import { accepts, rejects } from '../../../test/rule-cases.ts';
import { linkHref } from './links.ts';

const circle: Record<string, unknown> = {};
circle.describedby = circle;

accepts(linkHref, [
  ['a string', { meta: {}, links: { self: { href: '/' } } }],
  ['the empty string', { meta: {}, links: { self: { href: '' } } }],
]);

rejects(linkHref, [
  ['none', { meta: {}, links: { self: {} } }, '/links/self'],
  ['null', { meta: {}, links: { self: { href: null } } }, '/links/self/href'],
  ['an object', { data: { type: 'articles', id: '1', links: { self: { href: {} } } } }, '/data/links/self/href'],
  [
    'none in describedby',
    { meta: {}, links: { self: { href: '/', describedby: { title: 'x' } } } },
    '/links/self/describedby',
  ],
  [
    'deep in describedby',
    { meta: {}, links: { self: { href: '/', describedby: { href: '/', describedby: {} } } } },
    '/links/self/describedby/describedby',
  ],
  ['a circle', { meta: {}, links: { self: circle } }, '/links/self'],
]);
