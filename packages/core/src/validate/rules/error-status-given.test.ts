import { accepts, rejects } from '../../../test/rule-cases.ts';
import { errorStatusGiven } from './error-status-given.ts';

accepts(errorStatusGiven, [['a status', { errors: [{ status: '500' }] }]]);

rejects(errorStatusGiven, [['none', { errors: [{ code: 'a' }] }, '/errors/0']]);
