import { accepts, rejects } from '../../../test/rule-cases.ts';
import { defineExtension } from '../../media-type/extension.ts';
import { topLevelMembers } from './documents.ts';

const v = defineExtension({ uri: 'https://example.com/v', namespace: 'v' });
const w = defineExtension({ uri: 'https://example.com/w', namespace: 'w', members: { document: { n: null } } });

accepts(topLevelMembers, [
  ['data', { data: null }],
  ['errors', { errors: [] }],
  ['meta', { meta: {} }],
  ['a member of an applied extension', { 'v:n': 1 }, { extensions: [v] }],
  ['a member that an applied extension declares', { 'w:n': 1 }, { extensions: [w] }],
]);

rejects(topLevelMembers, [
  ['nothing', {}, ''],
  ['only other members', { jsonapi: {}, links: {} }, ''],
  ['an at-member', { '@data': null }, ''],
  ['a member of an extension that is not applied', { 'v:n': 1 }, ''],
  ['an absent member', { data: undefined }, ''],
  ['inherited members', Object.create({ data: null }), ''],
  ['an absent member of an applied extension', { 'v:n': undefined }, '', { extensions: [v] }],
  ['an illegal member of an applied extension', { 'v:': 1, 'v:a.b': 1 }, '', { extensions: [v] }],
  ['a member that an applied extension does not declare', { 'w:m': 1 }, '', { extensions: [w] }],
]);
