import { accepts, rejects } from '../../../test/rule-cases.ts';
import { atomicLists } from './atomic-document-rules.ts';

accepts(atomicLists, [
  ['operations', { 'atomic:operations': [{}] }],
  ['results', { 'atomic:results': [{}] }],
]);

rejects(atomicLists, [
  ['an object', { 'atomic:operations': {} }, '/atomic:operations'],
  ['null', { 'atomic:results': null }, '/atomic:results'],
  ['empty arrays', { 'atomic:operations': [], 'atomic:results': [] }, ['/atomic:operations', '/atomic:results']],
  ['null in the array', { 'atomic:operations': [null] }, '/atomic:operations/0'],
  ['a string in the array', { 'atomic:results': [{}, 'x'] }, '/atomic:results/1'],
]);
