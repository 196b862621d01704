import { accepts, rejects } from '../../../test/rule-cases.ts';
import { redundantLocalId } from './recommendations.ts';

accepts(redundantLocalId, [['without an id', { data: { type: 'a', lid: 'x' } }]]);

rejects(redundantLocalId, [['next to an id', { data: { type: 'a', id: '1', lid: 'x' } }, '/data/lid']]);
