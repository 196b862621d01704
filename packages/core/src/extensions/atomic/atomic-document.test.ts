import { accepts, rejects } from '../../../test/rule-cases.ts';
import { atomicDocument } from './atomic-document-rules.ts';

accepts(atomicDocument, [
  ['operations', { 'atomic:operations': [{ op: 'add', data: { type: 'a' } }], meta: {} }],
  ['errors alone', { errors: [{ status: '400' }] }],
  ['meta alone', { meta: {} }],
  [
    'included without data, which a rule of the specification reports',
    { 'atomic:operations': [{ op: 'remove', href: '/a/1' }], included: [] },
  ],
]);

rejects(atomicDocument, [
  ['data', { 'atomic:operations': [], data: null, included: [] }, ['/data', '/included']],
  ['data without operations and results', { data: null }, '/data'],
  [
    'a resource with included resources, in a response to another URL',
    {
      data: { type: 'a', id: '1', relationships: { b: { data: { type: 'b', id: '2' } } } },
      included: [{ type: 'b', id: '2' }],
    },
    ['/data', '/included'],
  ],
  ['errors', { 'atomic:results': [{}], errors: [] }, '/errors'],
]);
