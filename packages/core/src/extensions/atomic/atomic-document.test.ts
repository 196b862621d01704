import { accepts, rejects } from '../../../test/rule-cases.ts';
import { atomicDocument } from './atomic-document.ts';

accepts(atomicDocument, [
  ['operations', { 'atomic:operations': [{ op: 'add', data: { type: 'a' } }], meta: {} }],
  ['another document', { data: null }],
  [
    'included without data, which a rule of the specification reports',
    { 'atomic:operations': [{ op: 'remove', href: '/a/1' }], included: [] },
  ],
]);

rejects(atomicDocument, [
  ['data', { 'atomic:operations': [], data: null, included: [] }, ['/data', '/included']],
  ['errors', { 'atomic:results': [{}], errors: [] }, '/errors'],
]);
