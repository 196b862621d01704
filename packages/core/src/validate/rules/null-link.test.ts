import { accepts, rejects } from '../../../test/rule-cases.ts';
import { nullLink } from './link-recommendations.ts';

accepts(nullLink, [
  ['pagination', { data: [], links: { first: null, last: null, prev: null, next: null } }],
  ['a link', { meta: {}, links: { self: '/' } }],
]);

rejects(nullLink, [
  ['self', { meta: {}, links: { self: null } }, '/links/self'],
  ['about', { errors: [{ links: { about: null } }] }, '/errors/0/links/about'],
]);
