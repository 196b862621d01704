import { accepts, rejects } from '../../../test/rule-cases.ts';
import { includedWithoutData } from './documents.ts';

accepts(includedWithoutData, [
  ['both', { data: [], included: [] }],
  ['included with null', { data: null, included: [] }],
]);

rejects(includedWithoutData, [
  ['only included', { meta: {}, included: [] }, '/included'],
  ['errors with included', { errors: [{ status: '500' }], included: [] }, '/included'],
]);
