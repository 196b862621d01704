import { accepts, rejects } from '../../../test/rule-cases.ts';
import { errorHeader } from './errors.ts';

accepts(errorHeader, [['a name', { errors: [{ source: { header: 'Content-Type' } }] }]]);

rejects(errorHeader, [
  ['a number', { errors: [{ source: { header: 1 } }] }, '/errors/0/source/header'],
  ['two names', { errors: [{ source: { header: 'Accept, Content-Type' } }] }, '/errors/0/source/header'],
  ['the empty string', { errors: [{ source: { header: '' } }] }, '/errors/0/source/header'],
]);
