import { accepts, rejects } from '../../../test/rule-cases.ts';
import { atomicResultId } from './atomic-document-rules.ts';

const linking = (identifier: object): object => ({
  type: 'a',
  id: '1',
  relationships: { b: { data: [identifier] } },
});

accepts(atomicResultId, [
  ['an id', { 'atomic:results': [{ data: linking({ type: 'b', id: '1' }) }, { data: null }, {}] }],
  ['a resource to be created', { 'atomic:operations': [{ op: 'add', data: { type: 'a', lid: 'x' } }] }],
  [
    'an identifier of a resource to be created',
    { 'atomic:operations': [{ op: 'add', data: linking({ type: 'b', lid: 'x' }) }] },
  ],
  [
    'neither id nor lid in an identifier, as another rule says',
    { 'atomic:results': [{ data: linking({ type: 'b' }) }] },
  ],
]);

rejects(atomicResultId, [
  ['none', { 'atomic:results': [{}, { data: { type: 'a' } }] }, '/atomic:results/1/data'],
  ['a lid', { 'atomic:results': [{ data: { type: 'a', lid: 'x' } }] }, '/atomic:results/0/data', { as: 'response' }],
  [
    'a lid in an identifier',
    { 'atomic:results': [{ data: linking({ type: 'b', lid: 'x' }) }] },
    '/atomic:results/0/data/relationships/b/data/0',
  ],
]);
