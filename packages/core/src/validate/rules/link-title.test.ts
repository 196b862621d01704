import { accepts, rejects } from '../../../test/rule-cases.ts';
import { linkTitle } from './links.ts';

accepts(linkTitle, [['a string', { meta: {}, links: { self: { href: '/', title: '' } } }]]);

rejects(linkTitle, [
  ['a number', { meta: {}, links: { self: { href: '/', title: 1 } } }, '/links/self/title'],
  ['null', { meta: {}, links: { self: { href: '/', title: null } } }, '/links/self/title'],
]);
