import { accepts, rejects } from '../../../test/rule-cases.ts';
import { mediaTypeSyntax } from './link-recommendations.ts';

accepts(mediaTypeSyntax, [
  ['a media type', { meta: {}, links: { self: { href: '/', type: 'application/vnd.api+json' } } }],
  ['none', { meta: {}, links: { self: { href: '/', title: 'x' } } }],
]);

rejects(mediaTypeSyntax, [
  ['a word', { meta: {}, links: { self: { href: '/', type: 'html' } } }, '/links/self/type'],
  ['the empty string', { meta: {}, links: { self: { href: '/', type: '' } } }, '/links/self/type'],
]);
