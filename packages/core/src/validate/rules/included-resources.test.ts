import { accepts, rejects } from '../../../test/rule-cases.ts';
import { includedResources } from './documents.ts';

accepts(includedResources, [
  ['an array of objects', { data: [], included: [{ type: 'a', id: '1' }] }],
  ['an empty array', { data: [], included: [] }],
]);

rejects(includedResources, [
  ['an object', { data: [], included: {} }, '/included'],
  ['null', { data: [], included: null }, '/included'],
  ['null in the array', { data: [], included: [null] }, '/included/0'],
  ['a string in the array', { data: [], included: ['a'] }, '/included/0'],
]);
