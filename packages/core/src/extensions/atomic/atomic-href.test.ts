import { accepts, rejects } from '../../../test/rule-cases.ts';
import { atomicHref } from './atomic-operation-rules.ts';

accepts(atomicHref, [['a path', { 'atomic:operations': [{ href: '/a/1' }] }]]);

rejects(atomicHref, [
  ['a number', { 'atomic:operations': [{ href: 1 }] }, '/atomic:operations/0/href'],
  ['a space', { 'atomic:operations': [{ href: 'a b' }] }, '/atomic:operations/0/href'],
]);
