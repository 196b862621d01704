import { accepts, rejects } from '../../../test/rule-cases.ts';
import { errorStatusGiven } from './recommendations.ts';

accepts(errorStatusGiven, [['a status', { errors: [{ status: '500' }] }]]);

rejects(errorStatusGiven, [['none', { errors: [{ code: 'a' }] }, '/errors/0']]);
