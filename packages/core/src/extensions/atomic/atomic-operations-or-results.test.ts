import { accepts, rejects } from '../../../test/rule-cases.ts';
import { atomicOperationsOrResults } from './atomic-document-rules.ts';

accepts(atomicOperationsOrResults, [
  ['operations', { 'atomic:operations': [] }],
  ['results', { 'atomic:results': [] }],
]);

rejects(atomicOperationsOrResults, [['both', { 'atomic:operations': [], 'atomic:results': [] }, '']]);
