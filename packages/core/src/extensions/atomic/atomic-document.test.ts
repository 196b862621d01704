import { accepts, rejects } from '../../../test/rule-cases.ts';
import { atomicDocument } from './atomic-document.ts';

accepts(atomicDocument, [
  ['operations', { 'atomic:operations': [{ op: 'add', data: { type: 'a' } }], meta: {} }],
  ['another document', { data: null }],
]);

rejects(atomicDocument, [
  ['data', { 'atomic:operations': [], data: null, included: [] }, ['/data', '/included']],
  ['errors', { 'atomic:results': [{}], errors: [] }, '/errors'],
]);
