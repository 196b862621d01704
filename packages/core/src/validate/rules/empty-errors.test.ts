import { accepts, rejects } from '../../../test/rule-cases.ts';
import { emptyErrors } from './recommendations.ts';

accepts(emptyErrors, [['an error', { errors: [{ status: '500' }] }]]);

rejects(emptyErrors, [['none', { errors: [] }, '/errors']]);
