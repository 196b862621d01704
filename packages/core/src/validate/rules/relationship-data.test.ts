import { accepts, rejects } from '../../../test/rule-cases.ts';
import { defineExtension } from '../../media-type/extension.ts';
import { relationshipData } from './requests.ts';

const v = defineExtension({ uri: 'https://example.com/v', namespace: 'v' });

accepts(relationshipData, [
  ['null', { data: null }, { as: 'relationship' }],
  ['an array', { data: [] }, { as: 'relationship' }],
  ['errors', { errors: [{ status: '500' }] }, { as: 'relationship' }],
  ['meta alone in a response', { meta: {} }, { as: 'relationship' }],
  ['a member of an applied extension', { 'v:n': 1 }, { as: 'relationship', extensions: [v] }],
  ['included without data, as another rule says', { included: [] }, { as: 'relationship' }],
  ['another document', { meta: {} }],
]);

rejects(relationshipData, [
  ['none in a request', { meta: {} }, '', { as: 'update-relationship' }],
  ['errors in a request', { errors: [{ status: '500' }] }, '', { as: 'update-relationship' }],
  ['none', { links: {} }, '', { as: 'relationship' }],
]);
