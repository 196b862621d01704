import { resource } from '../../tracker/tester/tester.ts';

export const patient = (name: string, insuranceNumber: string, more: object = {}) =>
  resource('patients', { name, bornOn: '2000-01-01', insuranceNumber, ...more });
export const one = (type: string, id: string) => ({ type, id });
export const booking = (startsAt: string, doctor = '1', of = '1', more: object = {}) =>
  resource('appointments', { startsAt, ...more }, { doctor: one('doctors', doctor), patient: one('patients', of) });
export const ifMatch = (tag: string) => ({ 'If-Match': tag });
export const operations = (...list: readonly object[]) => ({ 'atomic:operations': list });
