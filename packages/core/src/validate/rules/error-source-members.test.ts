import { accepts, rejects } from '../../../test/rule-cases.ts';
import { errorSourceMembers } from './recommendations.ts';

accepts(errorSourceMembers, [
  ['pointer', { errors: [{ source: { pointer: '' } }] }],
  ['parameter', { errors: [{ source: { parameter: 'a' } }] }],
  ['header', { errors: [{ source: { header: 'a' } }] }],
]);

rejects(errorSourceMembers, [
  ['none', { errors: [{ source: {} }] }, '/errors/0/source'],
  ['an at-member', { errors: [{ source: { '@pointer': '' } }] }, '/errors/0/source'],
]);
