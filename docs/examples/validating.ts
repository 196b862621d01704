import { validateDocument } from '@linkage/core';

const answer: unknown = {
  data: { type: 'articles', id: '1', attributes: { first_name: 'Ada' }, links: { edit: '/articles/1/edit' } },
};
export const { issues = [] } = validateDocument(answer, { as: 'response', level: 'should' });
